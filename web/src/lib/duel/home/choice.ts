// What a new table of Azul Duel is asked for, and how that is told.

import type { Setup } from '../../home/setup.svelte';
import { t, type Key } from '../../words.svelte';
import { WORTH } from '../tablets';

export interface Choice {
  /** Three or four; none until some are chosen. */
  tablets: string[];
}
export const standard: Choice = { tablets: [] };

/** The tablets in play: those of the first game until others are chosen. */
export const tabletsOf = ({ chosen, choices }: Setup<Choice>): string[] =>
  chosen.tablets.length ? chosen.tablets : ((choices.default_tablets as string[] | undefined) ?? []);

export const options = (setup: Setup<Choice>): Record<string, unknown> => {
  const tablets = tabletsOf(setup);
  return tablets.length ? { tablets } : {};
};

export const terms = ({ tablets }: Record<string, unknown>): string[] =>
  (Array.isArray(tablets) ? (tablets as string[]) : []).map(
    (tablet) => `${WORTH[tablet]} ${t(`bonus.${tablet}` as Key)}`,
  );
