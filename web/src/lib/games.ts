// The table of each game, loaded when it is needed. A table tells the store how its story goes (`table.use(tell)`).

import type { Component, Snippet } from 'svelte';
import type { TableStore } from './table.svelte';

export type GameTable = Component<{ table: TableStore; /** A coach, who stands where the log would. */ coach?: Snippet }>;

export const GAMES: Record<'azul' | 'duel', () => Promise<{ Table: GameTable }>> = {
  azul: async () => ({ Table: (await import('./azul/AzulTable.svelte')).default }),
  duel: async () => ({ Table: (await import('./duel/DuelTable.svelte')).default }),
};
