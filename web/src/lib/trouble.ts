// What went wrong, in the language of the page: the server sends a word for programs and a sentence in English; the words are ours,
// and its sentence is told only where ours would hide what the reader needs.

import { Refusal } from './api';
import { t, words, type Key } from './words.svelte';
import type { Refused } from './wire';

/** Why a request failed. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof Refusal)) return t('home.noServer');
  const key = `problem.${error.error}`;
  return words.has(key) ? t(key as Key, { text: error.message }) : t('problem.unknown', { text: error.message });
}

/** Why the table did not take what was sent. */
export const refusalOf = (refused: Refused): string => (words.has(`refused.${refused.reason}`) ? t(`refused.${refused.reason}` as Key) : refused.text);
