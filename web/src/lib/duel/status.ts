// What is asked for, in one line.

import { t } from '../words.svelte';
import { asked } from './choice';
import type { Hand } from './hand.svelte';

export function asks({ table, view, choice, ready }: Hand, named: boolean): string {
  const line = view.pending?.line ?? 0;
  switch (asked(table.legal)) {
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
      if (choice.pick) return t('azul.status.line');
      return t(named ? 'duel.status.begins' : 'duel.status.turnBegins');
  }
}
