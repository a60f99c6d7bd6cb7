// Whose turn it is and what to do, in one line.

import type { TableStore } from '../table.svelte';
import type { AzulView } from '../views';
import { t, type Key } from '../words.svelte';

export function statusOf(table: TableStore, view: AzulView, choice: { pick: boolean; chosen: boolean }): string {
  if (table.stage.playing && table.stage.say) return table.stage.say;
  if (table.ending) return resultOf(table);
  const turn = table.view?.to_move ?? null;
  if (table.sent !== null) return t('status.sent');
  if (table.legal.length === 0) return turn === null ? '' : waits(table, turn);
  const shared = (table.info?.mine.length ?? 0) > 1;
  if (!shared || turn === null) return asks(view, choice, 'azul.status.take');
  return t('status.who', { name: table.nameOf(turn), ask: asks(view, choice, 'azul.status.takes') });
}

/** Whom one waits for, or that the bots are still getting ready. */
export function waits(table: TableStore, turn: number): string {
  if (table.preparing < 1 && table.info?.seats[turn]?.who === 'bot') return t('status.preparing', { n: Math.floor(100 * table.preparing) });
  return t('status.waits', { name: table.nameOf(turn) });
}

function asks(view: AzulView, choice: { pick: boolean; chosen: boolean }, begin: Key): string {
  if (view.phase === 'drop') return t('azul.status.drop');
  if (view.phase === 'space') return t('azul.status.space', { n: view.pending?.line ?? 0 });
  if (choice.chosen) return t('azul.status.confirm');
  return t(choice.pick ? 'azul.status.line' : begin);
}

export function resultOf(table: TableStore): string {
  const ending = table.ending;
  if (!ending) return '';
  const names = ending.winners.map(table.nameOf).join(', ');
  const mine = table.info?.mine ?? [];
  if (ending.winners.length > 1) return t('result.shared', { names });
  if (mine.length === 1 && ending.winners[0] === mine[0]) return t('result.won');
  return t('result.wins', { name: names });
}
