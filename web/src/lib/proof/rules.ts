// What the check of a proof asks of a game.

import type { Engine, State } from '../engine/engine';
import type { Given } from './tiles';

export type Json = Record<string, unknown>;

/** A game as records have it. */
export interface Rules<E extends Engine> {
  readonly options: readonly string[];
  /** A decision as it is written. */
  textOf(state: State, action: number): string;
  /** A deal in an order in which it can have been drawn; one that the bag does not allow is refused. */
  given(state: State, deal: Json): Given;
  /** What was dealt last. */
  dealOf(state: State): Json;
  /** A new game before its first deal, with what was asked for, and its options; by the bits for its tablets and its set-up. */
  begun(engine: E, options: Json, bits: bigint, tablets: bigint): [State, Json];
  /** A position, and its options. */
  laid(engine: E, position: Json): [State, Json];
  /** What chance decided in the set-up, as a record has it. */
  setUpOf(state: State): Json;
}

/** As docs/state.md has them; what is not so makes the check fail. */
export interface AzulPosition {
  players: 2 | 3 | 4;
  wall: 'coloured' | 'grey';
  jokers: boolean;
  round: number;
  phase: string;
  to_move: number | null;
  first_player: number;
  marker: number | null;
  factories: string[];
  centre: string;
  bag: Record<string, number>;
  lid: Record<string, number>;
  boards: { score: number; lines: string[]; wall: string[]; floor: string }[];
  pending: { line: number; tiles?: string } | null;
  rng: string;
}

export interface DuelPosition {
  tablets: string[];
  round: number;
  phase: string;
  to_move: number | null;
  first_player: number;
  starting_tile: number | null;
  large: { sun: string; moon: string };
  small: { sun: string; moon: string; chip: string | null }[];
  display: (string | null)[];
  pile: string[];
  pile_seen: number[][];
  pile_backs: boolean[];
  drawn: string[];
  chip_supply: Record<string, number>;
  bag: Record<string, number>;
  tower: Record<string, number>;
  boards: {
    score: number;
    lines: string[];
    plates: ({ plate: string; turn: number } | null)[];
    tiles: string[];
    broken: string;
    chips: string[];
    spent: string[];
    tokens: number;
    chips_taken: number;
    passed: boolean;
  }[];
  pending: {
    line?: number;
    paid?: string[];
    factory?: number;
    tiles?: string;
    plate?: string;
    from?: 'display' | 'pile';
    backs?: 'same' | 'mixed';
  } | null;
  rng: string;
}
