// Rows of letters: a wall or a dome as views write it, `.` where nothing lies.

/** A row with another letter at an index. */
export const put = (row: string, index: number, letter: string): string =>
  row.slice(0, index) + letter + row.slice(index + 1);

const WAYS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const;

/** The tiles in one row and one column with a tile, itself included: those its points count. Rows and columns from 1. */
export function linked(rows: readonly string[], row: number, column: number): [number, number][] {
  const filled = (r: number, c: number) => (rows[r - 1]?.[c - 1] ?? '.') !== '.';
  const found: [number, number][] = [[row, column]];
  for (const [dr, dc] of WAYS) {
    for (let r = row + dr, c = column + dc; filled(r, c); r += dr, c += dc) found.push([r, c]);
  }
  return found;
}
