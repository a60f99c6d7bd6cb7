// Chances in figures. What is shown together adds up as it is shown.

import type { MoveJudgement } from '../wire';
import { t, words } from '../words.svelte';

export type Judgement = MoveJudgement['judgement'];

/** Judgements that are told: somebody gave something away. */
export const SLIPS: readonly Judgement[] = ['inaccuracy', 'mistake', 'blunder'];
/** Those that one is led to. */
export const MISTAKES: readonly Judgement[] = ['mistake', 'blunder'];

/** A chance in whole percent: "44 %". */
export const percent = (chance: number | null): string => (chance === null ? '–' : t('percent', { n: whole(chance) }));
export const whole = (chance: number): number => Math.round(chance * 100);

/** A change of the chance with its sign: "+5 %", "−6 %". */
export const change = (points: number): string =>
  t('percent', { n: points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0' });

/** Figures with one digit after the point, as the language writes them. */
export const tenths = (value: number): string => {
  const text = new Intl.NumberFormat(words.language, {
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(value);
  return text.replace('-', '−');
};

/**
 * Shares in whole percent that add up to `total` exactly: those that lose most by rounding are rounded the other way.
 * The order is kept, and nothing is shown more than one off.
 */
export function adding(shares: readonly number[], total: number): number[] {
  const exact = shares.map((share) => share * 100);
  const rounded = exact.map(Math.floor);
  let missing = total - rounded.reduce((sum, n) => sum + n, 0);
  const order = exact.map((value, i) => [value - Math.floor(value), i] as const).sort(([a], [b]) => b - a);
  for (let k = 0; missing > 0; k += 1, missing -= 1) rounded[order[k % order.length]![1]]! += 1;
  for (let k = order.length - 1; missing < 0; k -= 1, missing += 1)
    rounded[order[(k + order.length) % order.length]![1]]! -= 1;
  return rounded.map((n) => n + 0);
}
