// What a page and its worker say to each other.

import type { State, Tiling } from './engine';
import type { GameName } from './made/kernels';
import type { TreeSize } from './search';
import type { Budget, Thoughts } from './think';

/** A position to think about, as a seat knows it. */
export interface Asked {
  game: GameName;
  state: State;
  seat: number;
  seed: bigint | number;
  budget: Budget;
  size?: TreeSize;
  /** Milliseconds between two messages about the progress; none are sent without it. */
  every?: number;
}

/** How long the walk of walk.ts is to be. */
export interface Walking {
  games: number;
  trees: number;
  first?: number;
}

/** What can be asked, and what it is answered with. */
export interface Work {
  search: { asked: Asked; answer: Thoughts };
  tile: { asked: { game: GameName; state: State }; answer: Tiling };
  walk: { asked: Walking; answer: string[] };
}
export type Kind = keyof Work;

type Asking<K extends Kind> = { kind: K; id: number; asked: Work[K]['asked'] };
type Done<K extends Kind> = { kind: 'done'; of: K; id: number; answer: Work[K]['answer'] };

/** From the page. */
export type Request = { [K in Kind]: Asking<K> }[Kind] | { kind: 'stop'; id: number };

/** From the worker. */
export type Answer =
  | { [K in Kind]: Done<K> }[Kind]
  | { kind: 'progress'; id: number; thoughts: Thoughts }
  | { kind: 'failed'; id: number; message: string };
