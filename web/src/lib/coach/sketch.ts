// A move as it is drawn on the table before it is made: what is taken, where it comes to lie, and what it scores.

import type { Foreseen, Looked } from '../wire';

export interface Sketch {
  /** The places of what is taken. */
  from: string[];
  /** Where it comes to lie, and what: the symbol of a piece, or none for a place that is only marked. */
  to: { place: string; look: string | null }[];
  points: { place: string; points: number }[];
}

export const NOTHING: Sketch = { from: [], to: [], points: [] };

/** What a move would do, as an answer to a look at it. */
export const lookOf = (move: string | null, version: number, seen: Foreseen): Looked => ({
  kind: 'looked',
  version,
  move,
  ...seen,
});
