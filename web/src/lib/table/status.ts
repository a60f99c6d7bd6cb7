// Whose turn it is and how it ended, in one line; a game says what is asked for.

import type { TableStore } from '../table.svelte';
import { t } from '../words.svelte';

/** The line above the table. `asks` is what is asked for: of oneself, or of the one of several at this screen who is named before it. */
export function statusOf(table: TableStore, asks: (named: boolean) => string): string {
  if (table.stage.playing && table.stage.say) return table.stage.say;
  if (table.ending) return resultOf(table);
  const turn = table.view?.to_move ?? null;
  if (table.sent !== null) return t('status.sent');
  if (table.legal.length === 0) return turn === null ? '' : waits(table, turn);
  const named = turn !== null && (table.info?.mine.length ?? 0) > 1;
  return named ? t('status.who', { name: table.nameOf(turn), ask: asks(true) }) : asks(false);
}

/** Whom one waits for, or why a bot does not think yet. */
export function waits(table: TableStore, turn: number): string {
  const name = table.nameOf(turn);
  if (table.info?.seats[turn]?.who === 'bot') {
    if (table.preparing < 1) return t('status.preparing', { n: Math.floor(100 * table.preparing) });
    if (table.waiting?.again) return t('status.again', { name });
    if (table.waiting?.seconds) return t('status.queued', { name, n: table.waiting.seconds });
  }
  return t('status.waits', { name });
}

/** Who has won. */
export function resultOf(table: TableStore): string {
  const ending = table.ending;
  if (!ending) return '';
  const names = ending.winners.map(table.nameOf).join(', ');
  const mine = table.info?.mine ?? [];
  if (ending.winners.length > 1) return t('result.shared', { names });
  if (mine.length === 1 && ending.winners[0] === mine[0]) return t('result.won');
  return t('result.wins', { name: names });
}
