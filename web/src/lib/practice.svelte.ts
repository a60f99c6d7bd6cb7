// Practice: before a move is made it is judged, and a blunder is told. The server is asked as soon as there is something to decide,
// and about a move as soon as it is chosen; a move that is confirmed waits for the answer only for a moment.

import type { Judged } from './wire';

/** Milliseconds that a confirmed move waits for its judgement at most. */
export const MOMENT = 500;

export class Practice {
  /** The move that was confirmed and is a blunder: whoever plays may think again. */
  warning: Judged | null = $state.raw(null);
  #fine: ReadonlySet<string> = new Set<string>();
  #judged = new Map<string, Judged>();
  #asked = new Set<string>();
  #held: { move: string; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(
    private readonly ask: (move: string | null) => void,
    private readonly make: (move: string) => void,
  ) {}

  /** A decision is at hand, or none: what was known of another one is forgotten. */
  begin(decides: boolean): void {
    this.#letGo();
    this.warning = null;
    this.#fine = new Set();
    this.#judged.clear();
    this.#asked.clear();
    if (decides) this.ask(null);
  }

  /** A move may be made: find out about it, unless it is known. */
  consider(move: string): void {
    if (this.#fine.has(move) || this.#asked.has(move)) return;
    this.#asked.add(move);
    this.ask(move);
  }

  /** Whether a move may be made at once. If not it is a blunder, or it is made by itself a moment later. */
  lets(move: string): boolean {
    const known = this.#judged.get(move);
    if (this.#fine.has(move) || known?.blunder === false) return true;
    if (known) this.#warn(known);
    else if (this.#held?.move !== move) this.#hold(move);
    return false;
  }

  hear(frame: Judged): void {
    if (frame.move === null) this.#fine = new Set(frame.fine);
    else this.#judged.set(frame.move, frame);
    const move = this.#held?.move;
    if (move !== undefined && (this.#judged.has(move) || this.#fine.has(move)) && this.lets(move)) this.#go(move);
  }

  thinkAgain = (): void => {
    this.#letGo();
    this.warning = null;
  };

  playAnyway = (): void => {
    const move = this.warning?.move;
    if (move) this.#go(move);
  };

  #warn(judged: Judged): void {
    this.#letGo();
    this.warning = judged;
  }

  #hold(move: string): void {
    this.#letGo();
    this.consider(move);
    this.#held = { move, timer: setTimeout(() => this.#go(move), MOMENT) };
  }

  #go(move: string): void {
    this.#letGo();
    this.warning = null;
    this.make(move);
  }

  #letGo(): void {
    if (this.#held) clearTimeout(this.#held.timer);
    this.#held = null;
  }
}
