// What a new table of Azul is asked for, and how that is told.

import type { Setup } from '../../home/setup.svelte';
import { t } from '../../words.svelte';

export interface Choice {
  wall: 'coloured' | 'grey';
  jokers: boolean;
}
export const standard: Choice = { wall: 'coloured', jokers: false };

export const options = ({ chosen }: Setup<Choice>): Record<string, unknown> => ({
  wall: chosen.wall,
  jokers: chosen.jokers,
});

export const terms = ({ wall, jokers }: Record<string, unknown>): string[] => [
  t(wall === 'grey' ? 'terms.wall.grey' : 'terms.wall.coloured'),
  t(jokers ? 'terms.jokers' : 'terms.noJokers'),
];
