// The names of the places of the Azul table, for flights, points and marks.

export const factoryAt = (factory: number | string, index: number) => `factory/${factory}/${index}`;
export const centreAt = (index: number) => `centre/${index}`;
export const centreMarker = 'centre/marker';
export const lineAt = (seat: number, line: number, index: number) => `s${seat}/line/${line}/${index}`;
export const wallAt = (seat: number, row: number, column: number) => `s${seat}/wall/${row}/${column}`;
export const floorAt = (seat: number, index: number) => `s${seat}/floor/${index}`;
export const scoreOf = (seat: number) => `s${seat}/score`;
export const handAt = (index: number) => `hand/${index}`;
export const BAG = 'bag';
export const LID = 'lid';

/** Which colour belongs to a space of the coloured wall: each row is the one above, shifted by one. */
export const colourOf = (row: number, column: number): string => 'BYRKW'[(column - row + 5) % 5]!;
