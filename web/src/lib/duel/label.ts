// What the main button says.

import type { DuelView } from '../wire';
import { placing } from '../tiles';
import { t, tn } from '../words.svelte';
import type { Asked, Choice } from './choice';
import type { Preview } from './preview';
import { spaceName } from './say';

export function labelOf(asks: Asked, choice: Choice, ready: boolean, preview: Preview, view: DuelView): string {
  switch (asks) {
    case 'pass':
      return t('duel.action.pass');
    case 'stack':
      return t('duel.action.stack');
    case 'draw':
      return tn('duel.action.stop', view.drawn.length);
    case 'keep':
    case 'return':
      return ready ? t('action.confirm') : t('duel.action.choosePlate');
    case 'place':
      return ready ? t('duel.action.place', { space: spaceName(choice.space ?? '') }) : t('action.chooseSpace');
    case 'pay':
      return labelOfPayment(choice);
    case 'column':
      return ready ? t('action.column', { n: choice.target ?? '' }) : t('action.chooseSpace');
    case 'turn':
      return labelOfTurn(choice, ready, preview);
    default:
      return t('action.confirm');
  }
}

function labelOfPayment({ pick }: Choice): string {
  if (pick?.what === 'keep') return t('duel.pay.save');
  return pick?.what === 'payment' ? tn('duel.action.payNow', pick.chips.length) : t('duel.action.choosePayment');
}

function labelOfTurn({ pick, target }: Choice, ready: boolean, preview: Preview): string {
  if (pick?.what === 'chip') return t('duel.action.chip');
  if (pick?.what === 'plate') return t('duel.action.plate');
  if (pick?.what === 'pile')
    return preview.paid === 0 ? t('duel.draw.free') : tn('duel.action.draw', preview.paid ?? 1);
  if (!ready) return pick ? t('action.chooseLine') : t('action.confirm');
  return target === 'X' ? t('duel.action.break') : placing(preview.line?.tiles, target ?? '');
}
