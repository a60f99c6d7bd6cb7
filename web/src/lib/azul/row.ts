// Azul, to the page.

import type { GameRow } from '../games';
import type { AzulView } from '../wire';
import { options, standard, terms, type Choice } from './home/choice';
import Options from './home/Options.svelte';
import Picture from './home/Picture.svelte';
import { rules } from './rules';

export const azul: GameRow<AzulView, Choice> = {
  shape: 'tile',
  home: { Picture, Options, standard, options, terms, board: () => import('./home/Board.svelte') },
  rules,
  table: async () => {
    const [table, line, say] = await Promise.all([
      import('./AzulTable.svelte'),
      import('./LogLine.svelte'),
      import('./say'),
    ]);
    return { Table: table.default, LogLine: line.default, sentence: say.sentence, moveName: say.moveName };
  },
  facing: async () => (await import('../facing/AzulFacing.svelte')).default,
  ending: () => import('./ending'),
  odds: async () => (await import('./Odds.svelte')).default,
  sketch: async () => (await import('./sketch')).sketch,
};
