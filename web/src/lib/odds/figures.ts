// Chances as they are read: never rounded to certainty, nor away.

import { t } from '../words.svelte';
import type { LineOdds } from '../wire';

/** How many tiles together are asked for of every kind. */
export const TOGETHER = 3;
const QUESTIONS = 3;

/** A chance in percent; what may still happen is not 0%, and what may still fail not 100%. */
export function chance(share: number): string {
  const n = Math.round(share * 100);
  if (share > 0 && n === 0) return t('odds.below', { n: 1 });
  if (share < 1 && n === 100) return t('odds.above', { n: 99 });
  return t('percent', { n });
}

/** An expected number, to one decimal, as the language writes it. */
export const expected = (number: number): string => tenth().format(number);
const tenth = () =>
  new Intl.NumberFormat(document.documentElement.lang || 'en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export interface Question extends LineOdds {
  /** Whether the tiles can lie together on one factory, so that one pick fills the line. */
  onePick: boolean;
  chance: number;
}

/**
 * The questions worth asking: first the lines that are begun, those that lack most first; then the likeliest colour for
 * the longest empty lines.
 */
export function questionsOf(lines: readonly LineOdds[], most: number): Question[] {
  const size = ({ line, missing }: LineOdds) => line - missing;
  const begun = lines.filter((line) => size(line) > 0).sort((a, b) => b.missing - a.missing || b.line - a.line);
  const empty = lines
    .filter((line) => size(line) === 0 && line.line > 1)
    .sort((a, b) => b.line - a.line || b.dealt - a.dealt)
    .filter((line, i, all) => all.findIndex((one) => one.line === line.line) === i);
  return [...begun, ...empty].slice(0, QUESTIONS).map((line) => {
    const onePick = line.missing > 1 && line.missing <= most;
    return { ...line, onePick, chance: onePick ? line.together : line.dealt };
  });
}
