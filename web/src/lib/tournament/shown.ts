// How things of a tournament are said.

import { nameOfLevel, shownName } from '../names';
import { t, tn, words } from '../words.svelte';
import type { EntrantInfo, TournamentBrief, TournamentInfo } from '../wire';
import { clockTerm } from '../home/tables';

/** An entrant's name: a bot's by its level, in one's own language, with its number where there are several. */
export function nameOf(entrant: EntrantInfo): string {
  if (!entrant.level) return shownName(entrant.name);
  const number = / \d+$/.exec(entrant.name)?.[0] ?? '';
  return nameOfLevel(entrant.level, entrant.name.replace(/ \d+$/, '')) + number;
}

/** Points as people write them: 2½, 1⅓, or to two digits. */
export function pointsOf(points: number): string {
  const whole = Math.floor(points + 1e-6);
  const part = points - whole;
  const sign = [[0, ''], [1 / 2, '½'], [1 / 3, '⅓'], [2 / 3, '⅔'], [1 / 6, '⅙'], [5 / 6, '⅚']].find(([value]) => Math.abs(part - (value as number)) < 1e-6); // prettier-ignore
  if (!sign) return new Intl.NumberFormat(words.language, { maximumFractionDigits: 2 }).format(points);
  return sign[1] && whole === 0 ? String(sign[1]) : `${whole}${sign[1]}`;
}

export const signedOf = (n: number): string =>
  new Intl.NumberFormat(words.language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
    .format(n)
    .replace('-', '−');

/** A moment, today without its date. */
export function momentOf(text: string, now = new Date()): string {
  const at = new Date(text);
  const today = at.toDateString() === now.toDateString();
  return at.toLocaleString(
    words.language,
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
}

/** The terms of a tournament, one by one. */
export function termsOf(one: TournamentInfo | TournamentBrief): string[] {
  const length = { swiss: one.rounds ? [tn('tourney.rounds', one.rounds)] : [], 'round-robin': [], arena: [] }[
    one.form
  ];
  return [
    t(`game.${one.game}`),
    t(`tourney.form.${one.form}`),
    ...length,
    ...('minutes' in one && one.form === 'arena' ? [tn('tourney.minutes', one.minutes)] : []),
    ...(one.size > 2 ? [tn('tourney.tables', one.size)] : []),
    clockTerm(one.clock),
    ...(one.status === 'waiting' && one.starts_at ? [t('tourney.starts', { when: momentOf(one.starts_at) })] : []),
    ...(one.status === 'waiting' && one.starts_with ? [t('tourney.starts.with', { n: one.starts_with })] : []),
  ];
}
