// What each tablet would give for a dome as it stands. The server does not tell this yet (CONTRACT_WISHES); the browser test holds
// it against the breakdown that the server sends at the end.

import type { DuelBoard } from '../views';
import { cornersOf, printed } from './dome';

type Cell = [number, number];
const ALONG = [1, 2, 3, 4, 5, 6];
const ROWS: Cell[][] = ALONG.map((row) => ALONG.map((column) => [row, column]));
const COLUMNS: Cell[][] = ALONG.map((column) => ALONG.map((row) => [row, column]));
const DIAGONALS: Cell[][] = [ALONG.map((i) => [i, i]), ALONG.map((i) => [i, 7 - i])];

/** The points of a tablet, as it is told on the tablet itself. */
export const WORTH: Record<string, string> = {
  rows: '3',
  'five-colours': '4',
  columns: '7',
  'outer-spaces': '1',
  diagonals: '10',
  'corner-plates': '3/8',
  jokers: '2',
  specials: '−3',
};

export function valueOf(tablet: string, board: DuelBoard): number {
  const tile = ([row, column]: Cell) => board.tiles[row - 1]![column - 1]!;
  const filled = (cell: Cell) => tile(cell) !== '.';
  const full = (groups: Cell[][]) => groups.filter((cells) => cells.every(filled)).length;
  const cells = ROWS.flat();
  const spaces = printed(board.plates);
  const of = (letter: string) => cells.filter(([row, column]) => spaces[row - 1]![column - 1] === letter);
  switch (tablet) {
    case 'rows':
      return 3 * full(ROWS);
    case 'columns':
      return 7 * full(COLUMNS);
    case 'diagonals':
      return 10 * full(DIAGONALS);
    case 'outer-spaces':
      return cells.filter(([row, column]) => (row === 1 || row === 6 || column === 1 || column === 6) && filled([row, column])).length;
    case 'corner-plates':
      return 3 * full([cornersOf('a1'), cornersOf('c1')]) + 8 * full([cornersOf('a3'), cornersOf('c3')]);
    case 'five-colours':
      return 4 * ROWS.filter((row) => new Set(row.map(tile).filter((letter) => letter !== '.')).size >= 5).length;
    case 'jokers':
      return of('*').every(filled) ? 2 * of('*').length : 0;
    case 'specials':
      return 0 - 3 * of('S').filter((cell) => !filled(cell)).length;
    default:
      return 0;
  }
}
