// A position that is handed over to be tried: the table asks what moves would do, and each move that is made is answered by the
// engine and taken back.

import type { TableStore, Wire } from '../table.svelte';
import type { Answer, Foreseen, Position, TableInfo, Up } from '../wire';
import { lookOf } from './sketch';

/** Who answers: the server, about a position of a game or of a puzzle. */
export interface Answers<One> {
  look(move: string | null): Promise<Foreseen>;
  attempt(move: string): Promise<One>;
}

export class Trial<One extends { move: string } = Answer> {
  /** What was tried, with its answers, the last one last. */
  tries: One[] = $state.raw([]);
  /** The move that is being thought about. */
  thinking: string | null = $state(null);
  failed = $state(false);

  constructor(
    readonly position: Position,
    private readonly answers: Answers<One>,
  ) {}

  get last(): One | undefined {
    return this.tries.at(-1);
  }

  /** Lay the position on a table, to be tried from. */
  lay(table: TableStore, info: TableInfo, open = true): void {
    table.connection = 'open';
    table.hear({
      kind: 'snapshot',
      version: table.version + 1,
      table: { ...info, mine: [this.position.seat], status: 'playing' },
      viewer: this.position.seat,
      view: this.position.view,
      legal: open ? this.position.legal : [],
      back_to: [],
      clocks: null,
      log: [],
      ending: null,
    });
  }

  /** Hear what the table asks; whether somebody will answer. */
  hear(frame: Up, table: TableStore, again: () => void): void {
    if (frame.kind === 'look') void this.#look(frame.move ?? null, frame.version, table);
    if (frame.kind === 'play') void this.#attempt(frame.move, again);
  }

  async #look(move: string | null, version: number, table: TableStore): Promise<void> {
    try {
      const seen = await this.answers.look(move);
      table.hear(lookOf(move, version, seen));
    } catch {
      // a move can be chosen without knowing what it would do
    }
  }

  async #attempt(move: string, again: () => void): Promise<void> {
    const known = this.tries.find((one) => one.move === move);
    this.thinking = move;
    this.failed = false;
    try {
      const answer = known ?? (await this.answers.attempt(move));
      this.tries = [...this.tries.filter((one) => one !== known), answer];
      again();
    } catch {
      this.failed = true;
      again();
    } finally {
      this.thinking = null;
    }
  }
}

/** The connection of a table that nobody plays at: it goes to whoever listens now. */
export const wireTo = (heard: (frame: Up) => void): Wire => ({ send: heard, close: () => undefined });
