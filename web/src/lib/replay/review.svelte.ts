// A finished game in hindsight, as far as the server has thought about it; it is asked again until everything is judged.

import { api, Refusal } from '../api';
import { MISTAKES } from '../coach/chances';
import type { CurvePoint, MoveJudgement, Review as Found } from '../wire';

const AGAIN_MS = 2_000; // after an answer that told nothing new, or a server that has no time
const MOST_BUSY = 60; // times in a row that a server may have no time

export class Review {
  found: Found | null = $state.raw(null);
  state: 'no' | 'busy' | 'failed' | 'whole' = $state('no');
  #moves = $derived(new Map((this.found?.moves ?? []).map((move) => [move.ply, move])));
  #gone = false;

  constructor(private readonly id: string) {}

  /** How much of it is done, from 0 to 1. */
  get share(): number {
    return this.found?.of ? this.found.done / this.found.of : 0;
  }
  get whole(): boolean {
    return this.state === 'whole';
  }
  /** A move in hindsight, by the number of its ply. */
  of = (ply: number): MoveJudgement | undefined => this.#moves.get(ply);
  get moves(): MoveJudgement[] {
    return this.found?.moves ?? [];
  }
  get curve(): CurvePoint[] {
    return this.found?.curve ?? [];
  }
  /** The chance of every seat at a position, where it is known. */
  chancesAt = (ply: number): number[] | undefined => this.curve.findLast((point) => point.ply <= ply)?.chance;
  get turns(): readonly number[] {
    return this.found?.turning_points ?? [];
  }
  /** The plies of the mistakes of a seat, or of everybody, in order. */
  mistakes = (seat: number | null): number[] =>
    this.moves
      .filter((move) => MISTAKES.includes(move.judgement) && (seat === null || move.seat === seat))
      .map(({ ply }) => ply);

  leave(): void {
    this.#gone = true;
  }

  /** Ask what every move gave away, until all of it is known. */
  ask = async (): Promise<void> => {
    if (this.state === 'busy' || this.state === 'whole') return;
    this.state = 'busy';
    for (let busy = 0; busy < MOST_BUSY && !this.#gone;) {
      try {
        const before = this.found?.done ?? -1;
        this.found = await api.review(this.id, before);
        if (this.found.final) return void (this.state = 'whole');
        busy = 0;
        if (this.found.done <= before) await moment();
      } catch (error) {
        if (!(error instanceof Refusal) || (error.status !== 503 && error.status !== 429)) break;
        busy += 1;
        await moment();
      }
    }
    if (!this.#gone) this.state = 'failed';
  };
}

const moment = () => new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
