// What lights up on a finished board, one after another: full rows, columns, colours, and what tablets count. Which spaces these
// are a game reads off its board; what they are worth is what the end says.

import type { Component } from 'svelte';
import type { Ending, View } from '../wire';
import type { Palette } from './palette';

export type Cell = [row: number, column: number];
export interface Light {
  what: string;
  points: number;
  cells: Cell[];
  /** Where the points stand outside the board: at the right of a row, or below a column, from 0. */
  at: { side: 'right' | 'below' | 'left'; n: number };
  /** The colour whose tiles these are. */
  tile?: string;
}
export type Found = Omit<Light, 'at' | 'points'> & { wish: { side: 'right' | 'below'; n: number } };

/** What is drawn below the tiles: `at` says where a row or column begins, `cell` is the side of a space. */
export interface Ground<V extends View = View> {
  view: V;
  seat: number;
  at: (n: number) => number;
  cell: number;
  palette: Palette;
}

/** What a game says of its finished boards. */
export interface EndingParts<V extends View = View> {
  /** The rows of the board, a letter or a dot each space; there are as many columns. */
  tilesOf: (view: V, seat: number) => string[];
  /** What might light up. */
  found: (view: V, seat: number) => Found[];
  Ground: Component<Ground<V>>;
}

export const every = (size: number) => Array.from({ length: size }, (_, i) => i);
export const line = (size: number, cell: (i: number) => Cell): Cell[] => every(size).map(cell);

export function rowsAndColumns(size: number, filled: (cell: Cell) => boolean): Found[] {
  const rows = every(size).map((r): Found => ({
    what: 'rows',
    cells: line(size, (c) => [r, c]),
    wish: { side: 'right', n: r },
  }));
  const columns = every(size).map((c): Found => ({
    what: 'columns',
    cells: line(size, (r) => [r, c]),
    wish: { side: 'below', n: c },
  }));
  return [...rows, ...columns].filter(({ cells }) => cells.every(filled));
}

/** The lights of a seat's board. What brought nothing is not lit; several of a kind share its points evenly, or are lit as one. */
export function lightsOf(parts: EndingParts, view: View, seat: number, ending: Ending): Light[] {
  const size = parts.tilesOf(view, seat).length;
  const found = parts.found(view, seat);
  const breakdown = ending.breakdown[seat] ?? {};
  const taken = new Set<string>();
  const lights: Light[] = [];
  for (const what of Object.keys(breakdown)) {
    const same = found.filter((one) => one.what === what && one.cells.length > 0);
    const total = breakdown[what] ?? 0;
    if (!same.length || total <= 0 || what === 'rounds') continue;
    const groups = total % same.length === 0 ? same : [{ ...same[0]!, cells: same.flatMap(({ cells }) => cells) }];
    for (const { wish, ...group } of groups)
      lights.push({ ...group, points: total / groups.length, at: freeSpot(wish, size, taken) });
  }
  return lights;
}

/** The place for points that was wished for, or the next one that is free: at the right, below, at the left. */
function freeSpot(wish: Found['wish'], size: number, taken: Set<string>): Light['at'] {
  const spots: Light['at'][] = [
    wish,
    ...(['right', 'below', 'left'] as const).flatMap((side) =>
      every(size)
        .reverse()
        .map((n) => ({ side, n })),
    ),
  ];
  const spot = spots.find(({ side, n }) => !taken.has(`${side}${n}`)) ?? wish;
  taken.add(`${spot.side}${spot.n}`);
  return spot;
}
