// Sentences of the coach, in the language of the page: the server sends a key and what fills it, the words are ours.

import { tellings } from '../reasons';
import type { Told } from '../wire';
import { t, tn, words, type Key } from '../words.svelte';

type Naming = (seat: number) => string;

/** The sentences about a seat that there are words for; `you` is the seat of whoever reads. */
export function summaryOf(sentences: readonly Told[], seat: number, name: Naming, you: number | null): string[] {
  return sentences.flatMap(({ key, params }) => {
    const chosen = `told.${key}${seat === you ? '.you' : ''}`;
    if (!words.has(chosen)) return [];
    const values = { ...tellings(params, name), who: name(seat), whose: name(Number(params.seat ?? seat)) };
    return [t(chosen as Key, { ...values, ...habitual(params) })];
  });
}

/** What mistakes have in common, and how often. */
const habitual = ({ habit, times }: Told['params']): Record<string, string> =>
  habit ? { habit: t(`habit.${String(habit)}` as Key), times: often(Number(times)) } : {};

const often = (times: number): string => (times === 2 ? t('told.twice') : tn('told.times', times));
