// Whose turn it is and what to do, in one line.

import { resultOf, waits } from '../azul/status';
import type { TableStore } from '../table.svelte';
import type { DuelView } from '../views';
import { t, type Key } from '../words.svelte';
import { asked, type Choice } from './choice';

export function statusOf(table: TableStore, view: DuelView, choice: Choice, ready: boolean): string {
  if (table.stage.playing && table.stage.say) return table.stage.say;
  if (table.ending) return resultOf(table);
  const turn = table.view?.to_move ?? null;
  if (table.sent !== null) return t('status.sent');
  if (table.legal.length === 0) return turn === null ? '' : waits(table, turn);
  const shared = (table.info?.mine.length ?? 0) > 1;
  if (!shared || turn === null) return asks(table.legal, view, choice, ready, 'duel.status.turnBegins');
  return t('status.who', { name: table.nameOf(turn), ask: asks(table.legal, view, choice, ready, 'duel.status.begins') });
}

function asks(legal: readonly string[], view: DuelView, choice: Choice, ready: boolean, begin: Key): string {
  const line = Number(view.pending?.line ?? 0);
  switch (asked(legal)) {
    case 'pass':
      return t('duel.status.pass');
    case 'stack':
      return t(ready ? 'duel.status.confirm' : 'duel.status.stack');
    case 'draw':
      return t('duel.status.draw');
    case 'keep':
      return t('duel.status.keep');
    case 'place':
      return t(choice.space ? 'duel.status.turn' : 'duel.status.place');
    case 'return':
      return t('duel.status.return');
    case 'pay':
      return t(ready ? 'duel.status.paid' : 'duel.status.pay', { line });
    case 'column':
      return t(ready ? 'duel.status.confirm' : 'azul.status.space', { n: line });
    default:
      if (view.phase === 'setup') return t('duel.status.setup');
      if (ready) return t('duel.status.confirm');
      return t(choice.pick ? 'azul.status.line' : begin);
  }
}
