// What is asked for, in one line.

import { t } from '../words.svelte';
import type { Hand } from './hand.svelte';

export function asks({ view, pick, ready }: Hand, named: boolean): string {
  if (ready !== null) return t('azul.status.confirm');
  if (view.phase === 'drop') return t('azul.status.drop');
  if (view.phase === 'space') return t('azul.status.space', { n: view.pending?.line ?? 0 });
  if (pick) return t('azul.status.line');
  return t(named ? 'azul.status.takes' : 'azul.status.take');
}
