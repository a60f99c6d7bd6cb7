// What lights up on a finished board, one after another: full rows, columns, colours, and what the tablets of Duel count. Which
// spaces these are is read off the board; what they are worth is what the end says.

import { cornersOf, printed } from '../duel/dome';
import type { AzulView, DuelView, View } from '../wire';
import type { Ending } from '../wire';

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
type Found = Omit<Light, 'at' | 'points'> & { wish: { side: 'right' | 'below'; n: number } };

const line = (size: number, cell: (i: number) => Cell): Cell[] => Array.from({ length: size }, (_, i) => cell(i));
const every = (size: number) => Array.from({ length: size }, (_, i) => i);

function rowsAndColumns(size: number, filled: (cell: Cell) => boolean): Found[] {
  const rows = every(size)
    .map((r): Found => ({ what: 'rows', cells: line(size, (c) => [r, c]), wish: { side: 'right', n: r } }))
    .filter(({ cells }) => cells.every(filled));
  const columns = every(size)
    .map((c): Found => ({ what: 'columns', cells: line(size, (r) => [r, c]), wish: { side: 'below', n: c } }))
    .filter(({ cells }) => cells.every(filled));
  return [...rows, ...columns];
}

function onWall(view: AzulView, seat: number): Found[] {
  const wall = view.boards[seat]!.wall;
  const at = ([r, c]: Cell) => wall[r]?.[c] ?? '.';
  const colours = [...'BYRKW'].flatMap((tile): Found[] => {
    const cells = every(25)
      .map((i): Cell => [Math.floor(i / 5), i % 5])
      .filter((cell) => at(cell) === tile);
    return cells.length === 5 ? [{ what: 'colours', tile, cells, wish: { side: 'right', n: 4 } }] : [];
  });
  return [...rowsAndColumns(5, (cell) => at(cell) !== '.'), ...colours];
}

function onDome(view: DuelView, seat: number): Found[] {
  const { tiles, plates } = view.boards[seat]!;
  const under = printed(plates);
  const at = ([r, c]: Cell) => tiles[r]?.[c] ?? '.';
  const filled = (cell: Cell) => at(cell) !== '.';
  const all = every(36).map((i): Cell => [Math.floor(i / 6), i % 6]);
  const one = (what: string, cells: Cell[], n: number): Found => ({ what, cells, wish: { side: 'right', n } });
  const diagonals: Found[] = [
    { what: 'diagonals', cells: line(6, (i): Cell => [i, i]), wish: { side: 'below' as const, n: 5 } },
    { what: 'diagonals', cells: line(6, (i): Cell => [i, 5 - i]), wish: { side: 'below' as const, n: 0 } },
  ].filter(({ cells }) => cells.every(filled));
  const corners = ['a1', 'c1', 'a3', 'c3'].flatMap((space): Cell[] => {
    const cells = cornersOf(space).map(([r, c]): Cell => [r - 1, c - 1]);
    return cells.every(filled) ? cells : [];
  });
  return [
    ...rowsAndColumns(6, filled),
    ...diagonals,
    ...every(6).map((r) => one('five-colours', line(6, (c): Cell => [r, c]).filter(filled), r)).filter(({ cells }) => new Set(cells.map(at)).size >= 5), // prettier-ignore
    one(
      'outer-spaces',
      all.filter(([r, c]) => (r % 5 === 0 || c % 5 === 0) && filled([r, c])),
      0,
    ),
    one('corner-plates', corners, 5),
    one(
      'jokers',
      all.filter(([r, c]) => under[r]![c] === '*'),
      2,
    ),
  ];
}

/** The lights of a seat's board. What brought nothing is not lit; several of a kind share its points evenly, or are lit as one. */
export function lightsOf(view: View, seat: number, ending: Ending): Light[] {
  const size = view.game === 'azul' ? 5 : 6;
  const found = view.game === 'azul' ? onWall(view, seat) : onDome(view, seat);
  const parts = ending.breakdown[seat] ?? {};
  const taken = new Set<string>();
  const lights: Light[] = [];
  for (const what of Object.keys(parts)) {
    const same = found.filter((one) => one.what === what && one.cells.length > 0);
    const total = parts[what] ?? 0;
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
