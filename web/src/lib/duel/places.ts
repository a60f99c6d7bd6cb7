// The names of the places of the Duel table, for flights, points and marks.

import type { DuelView } from '../wire';

export { BAG, lineAt, scoreOf } from '../motion/places';
export const sunAt = (factory: number | string, index: number) => `factory/${factory}/sun/${index}`;
export const moonAt = (factory: number | string, index: number) => `factory/${factory}/moon/${index}`;
export const chipOn = (factory: number) => `factory/${factory}/chip`;
export const STARTING_TILE = 'factory/L/marker';
export const displayAt = (index: number) => `display/${index}`;
export const PILE = 'pile';
export const TOWER = 'tower';
/** Where special tiles come from. */
export const SUPPLY = 'supply';
export const cellAt = (seat: number, row: number, column: number) => `s${seat}/dome/${row}/${column}`;
export const spaceAt = (seat: number, space: string) => `s${seat}/space/${space}`;
export const brokenAt = (seat: number, index: number) => `s${seat}/broken/${index}`;
export const markerOf = (seat: number) => `s${seat}/marker`;
export const chipAt = (seat: number, index: number) => `s${seat}/chips/${index}`;
export const paidAt = (seat: number, index: number) => `s${seat}/chips/paid/${index}`;
export const spentAt = (seat: number, index: number) => `s${seat}/chips/spent/${index}`;
export const handAt = (seat: number, index: number) => `s${seat}/hand/${index}`;

/** The tiles that a moon take of a colour gathers, from wherever they lie. */
export function moonTops(view: DuelView, colour: string): { factory: string; index: number }[] {
  const large = [...view.large.moon].flatMap((tile, index) => (tile === colour ? [{ factory: 'L', index }] : []));
  const stacks = view.small.flatMap(({ moon }, i) =>
    moon.endsWith(colour) ? [{ factory: String(i + 1), index: moon.length - 1 }] : [],
  );
  return [...large, ...stacks];
}

/** The tiles in the sun of a small factory; while a stack is being ordered its tiles still lie there. */
export function sunOf(view: DuelView, factory: number): string {
  if (view.phase === 'stack' && view.pending?.factory === factory) return String(view.pending.tiles);
  return view.small[factory - 1]?.sun ?? '';
}
