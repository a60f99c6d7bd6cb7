// The names of the places of the Azul table, for flights, points and marks.

import facts from '../rules/facts.json';

export { BAG, lineAt, scoreOf } from '../motion/places';
export const factoryAt = (factory: number | string, index: number) => `factory/${factory}/${index}`;
export const centreAt = (index: number) => `centre/${index}`;
export const centreMarker = 'centre/marker';
export const wallAt = (seat: number, row: number, column: number) => `s${seat}/wall/${row}/${column}`;
export const floorAt = (seat: number, index: number) => `s${seat}/floor/${index}`;
export const handAt = (index: number) => `hand/${index}`;
export const LID = 'lid';

/** Which colour belongs to a space of the coloured wall. */
export const colourOf = (row: number, column: number): string => facts.azul.wall[row]![column]!;
