// What went wrong, in the language of the page: the server sends a word for programs and a sentence in English; the words are ours.

import { Refusal } from './api';
import { t, words, type Key } from './words.svelte';
import type { Refused } from './wire';

/** Why a request failed. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof Refusal)) return t('home.noServer');
  const key = `problem.${error.error}`;
  const move = error.error === 'not-valid' && /^ply ([1-9]\d*): /.exec(error.message)?.[1];
  if (move) return t('problem.not-valid.move', { n: move });
  return t(words.has(key) ? (key as Key) : 'problem.unknown');
}

/** Why the table did not take what was sent. */
export function refusalOf({ reason }: Refused): string {
  if (reason === 'stale' || reason === 'resync') return t('problem.unknown'); // a snapshot follows, and nobody is told
  const key = `refused.${reason}` satisfies Key;
  return t(words.has(key) ? key : 'problem.unknown'); // a newer server may have other reasons
}
