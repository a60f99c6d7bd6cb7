// Why a bot likes a move, in the language of the page: the server sends a key and its parameters, the words are ours.

import type { Argument, Told } from './wire';
import { bunches, chipName, colourName, tileName } from './tiles';
import { t, tn, words, type Key } from './words.svelte';

/** A reason as the server sends it: in advice, or in a review. */
type Sayable = Pick<Argument | Told, 'key' | 'params'>;

const listed = (parts: string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${t('reason.word.and')} ${parts.at(-1)}` : (parts[0] ?? '');

const spaceName = (letter: string) =>
  letter === '*' ? t('reason.word.any') : letter === 'S' ? t('reason.word.special') : tileName(letter);

function place(letter: string): string {
  if (letter === 'C') return t('reason.word.inCentre');
  if (letter === 'L') return t('reason.word.onLarge');
  if (letter === 'M') return t('reason.word.onMoons');
  return t('reason.word.onFactory', { n: letter });
}

const WORDS: Record<string, (value: never) => string> = {
  points: (n: number) => tn('points', n),
  loss: (n: number) => (n ? `−${n}` : t('reason.word.free')),
  tiles: (letters: string) => listed(bunches(letters)),
  colour: colourName,
  place,
  spaces: (letters: string) => listed([...letters].map(spaceName)),
  others: (letters: string) => listed([...letters].map(spaceName)),
  missing: (n: number) => tn('reason.word.tiles', n),
  plates: (n: number) => tn('reason.word.plates', n),
  back: (back: string) => tileName(back === 'joker' ? 'J' : 'S'),
  chip: chipName,
  chips: (chips: string[]) => chips.map(chipName).join(', '),
  plate: (cells: string) => [...cells].map(tileName).join(', '),
};

/** The reasons that there are words for: a newer server may have others, in English only. */
export const sayable = <One extends Sayable>(reasons: One[]): One[] =>
  reasons.filter(({ key }) => words.has(`reason.${key}`));

/** What fills a sentence of the server, in words. */
export function tellings(params: object, name: (seat: number) => string): Record<string, string> {
  const values = Object.entries(params).map(([key, value]) => {
    if (key === 'seat') return [key, name(value as number)];
    return [key, WORDS[key] ? WORDS[key](value as never) : String(value)];
  });
  return Object.fromEntries(values) as Record<string, string>;
}

/** A reason as a phrase. */
export const phrase = (reason: Sayable, name: (seat: number) => string): string =>
  t(`reason.${reason.key}` as Key, tellings(reason.params, name));

/** The sign before a phrase. */
export const SIGNS = { good: '+', bad: '−', neutral: '·' };
