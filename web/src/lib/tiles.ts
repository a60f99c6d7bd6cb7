// Colours and tiles in words. A tile and a space are feminine in French and Italian, a colour by itself and a chip are not, so
// that each is asked for by its own name.

import { t, tn, type Counted, type Key } from './words.svelte';

/** The colour by itself: "le bleu", "un jeton bleu". A joker cell is written `*`. */
export const colourName = (letter: string): string => t(`colour.${kind(letter)}` as Key);
/** A chip by what it shows, one colour or two: "bleu-rouge". */
export const chipName = (chip: string): string => [...chip].map(colourName).join('-');
/** A tile, or the space for one: "bleue"; the space of a joker plate, written `*`, is "multicolore". */
export const tileName = (letter: string): string => t(letter === '*' ? 'tile.any' : (`tile.${letter}` as Key));
/** `n` tiles of a kind: "2 bleues". */
export const tilesName = (letter: string, n: number): string => tn(`tiles.${kind(letter)}` as Counted, n);
/** Tiles by their colours: "2 bleues" and "1 joker". */
export const bunches = (tiles: string): string[] =>
  [...new Set(tiles)].map((letter) => tilesName(letter, tiles.split(letter).length - 1));
/** The same as one text: "2 bleues, 1 joker"; the marker is no tile. */
export const bunchName = (tiles: string): string => bunches(tiles.replace('M', '')).join(', ');
/** How many things there are in all. */
export const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
/** What the main button says of tiles for a line: how many of them find room there, as soon as the server has said so. */
export const placing = (tiles: string | undefined, line: string): string =>
  tiles === undefined ? t('action.place.line', { line }) : t('action.place', { n: tiles.length, line });

const kind = (letter: string) => (letter === '*' ? 'J' : letter);
