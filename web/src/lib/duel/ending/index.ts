// A finished dome: its tiles, its plates, and what its tablets light up.

import { every, line, rowsAndColumns, type Cell, type Found } from '../../ending/lights';
import type { DuelView } from '../../wire';
import { cornersOf, printed } from '../dome';

export { default as Ground } from './Ground.svelte';

export const tilesOf = (view: DuelView, seat: number): string[] => view.boards[seat]?.tiles ?? [];

export function found(view: DuelView, seat: number): Found[] {
  const tiles = tilesOf(view, seat);
  const size = tiles.length;
  const last = size - 1;
  const under = printed(view.boards[seat]?.plates ?? []);
  const at = ([r, c]: Cell) => tiles[r]?.[c] ?? '.';
  const filled = (cell: Cell) => at(cell) !== '.';
  const all = every(size * size).map((i): Cell => [Math.floor(i / size), i % size]);
  const one = (what: string, cells: Cell[], n: number): Found => ({ what, cells, wish: { side: 'right', n } });
  const diagonals: Found[] = [
    { what: 'diagonals', cells: line(size, (i) => [i, i]), wish: { side: 'below' as const, n: last } },
    { what: 'diagonals', cells: line(size, (i) => [i, last - i]), wish: { side: 'below' as const, n: 0 } },
  ].filter(({ cells }) => cells.every(filled));
  const colourful = every(size)
    .map((r) => one('five-colours', line(size, (c) => [r, c]).filter(filled), r))
    .filter(({ cells }) => new Set(cells.map(at)).size >= 5);
  const corners = ['a1', 'c1', 'a3', 'c3'].flatMap((space): Cell[] => {
    const cells = cornersOf(space).map(([r, c]): Cell => [r - 1, c - 1]);
    return cells.every(filled) ? cells : [];
  });
  const outer = all.filter(([r, c]) => (r % last === 0 || c % last === 0) && filled([r, c]));
  const jokers = all.filter(([r, c]) => under[r]![c] === '*');
  return [
    ...rowsAndColumns(size, filled),
    ...diagonals,
    ...colourful,
    one('outer-spaces', outer, 0),
    one('corner-plates', corners, last),
    one('jokers', jokers, 2),
  ];
}
