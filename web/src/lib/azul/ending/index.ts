// A finished wall: its tiles, its empty spaces, and what lights up on it.

import { every, rowsAndColumns, type Cell, type Found } from '../../ending/lights';
import facts from '../../rules/facts.json';
import type { AzulView } from '../../wire';

export { default as Ground } from './Ground.svelte';

export const tilesOf = (view: AzulView, seat: number): string[] => view.boards[seat]?.wall ?? [];

export function found(view: AzulView, seat: number): Found[] {
  const wall = tilesOf(view, seat);
  const at = ([r, c]: Cell) => wall[r]?.[c] ?? '.';
  const size = wall.length;
  const colours = [...facts.azul.wall[0]!].flatMap((tile): Found[] => {
    const cells = every(size * size)
      .map((i): Cell => [Math.floor(i / size), i % size])
      .filter((cell) => at(cell) === tile);
    return cells.length === size ? [{ what: 'colours', tile, cells, wish: { side: 'right', n: size - 1 } }] : [];
  });
  return [...rowsAndColumns(size, (cell) => at(cell) !== '.'), ...colours];
}
