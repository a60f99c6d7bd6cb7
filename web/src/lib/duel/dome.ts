// The dome as it is drawn: nine spaces for plates, thirty-six cells. Geometry only.

import facts from '../rules/facts.json';
import type { DuelBoard, DuelView } from '../wire';

export const SPACES = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'] as const;

/** The four cells of a plate as it lies: top left, top right, bottom left, bottom right. */
export const cellsOf = (plate: string, turn: number): string[] =>
  facts.duel.turned[turn / 90]!.map((printed) => plate[printed]!);

/** Row and column, from 1, of the cells of a dome space, in the order of `cellsOf`. */
export function cornersOf(space: string): [number, number][] {
  const column = 2 * (space.charCodeAt(0) - 97) + 1;
  const row = 2 * Number(space[1]) - 1;
  return [
    [row, column],
    [row, column + 1],
    [row + 1, column],
    [row + 1, column + 1],
  ];
}

/** The dome space that a cell belongs to. */
export const spaceOf = (row: number, column: number): string =>
  `${'abc'[Math.floor((column - 1) / 2)]}${Math.ceil(row / 2)}`;

/** What is printed under each cell: a letter, `*`, `S`, or nothing where no plate lies. */
export function printed(plates: DuelBoard['plates']): string[][] {
  const cells = Array.from({ length: 6 }, () => Array<string>(6).fill(''));
  SPACES.forEach((space, i) => {
    const lying = plates[i];
    if (!lying) return;
    const letters = cellsOf(lying.plate, lying.turn);
    cornersOf(space).forEach(([row, column], k) => (cells[row - 1]![column - 1] = letters[k]!));
  });
  return cells;
}

/** Whether a plate in a view shows its front. */
export const isFront = (plate: string): boolean => /^[BYRKTS*]{4}$/.test(plate);

/** Whether a view shows fronts of drawn plates that the other player may never see: those that will go back under the pile. */
export const isSecret = ({ phase, drawn }: DuelView): boolean =>
  phase !== 'draw' && drawn.some(isFront) && !(phase === 'keep' && drawn.length === 1);

/** Whether somebody decides about the tiling. */
export const isTiling = ({ phase }: DuelView): boolean => phase === 'pay' || phase === 'space';

/** The type on the back of a plate, `?` where it is not known. */
export function backOf(plate: string): 'special' | 'joker' | '?' {
  if (plate === 'special' || plate === 'joker') return plate;
  if (!isFront(plate)) return '?';
  return plate.includes('S') ? 'special' : 'joker';
}
