// Why a move is good or bad, as one sentence made of its reasons.

import { phrase, sayable } from '../reasons';
import type { Told } from '../wire';
import { t } from '../words.svelte';

const MOST_FOR = 2;
const MOST_AGAINST = 2;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "Completes line 2 for 5 points, but leaves 3 black in the centre for Mason." */
export function because(reasons: Told[], name: (seat: number) => string): string {
  const told = sayable(reasons);
  const [good, bad, neutral] = (['good', 'bad', 'neutral'] as const).map((sign) =>
    told.filter((reason) => reason.sign === sign).map((reason) => phrase(reason, name)),
  ) as [string[], string[], string[]];
  const pro = good.length ? good.slice(0, MOST_FOR) : neutral.slice(0, bad.length ? 1 : MOST_FOR);
  const con = bad.slice(0, pro.length > 1 ? 1 : MOST_AGAINST);
  if (!pro.length && !con.length) return '';
  const said =
    pro.length && con.length ? t('coach.but', { pro: listed(pro), con: listed(con) }) : listed([...pro, ...con]);
  return `${capital(said)}.`;
}

const listed = (parts: string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${t('reason.word.and')} ${parts.at(-1)!}` : (parts[0] ?? '');
