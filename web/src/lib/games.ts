// The table of each game, loaded when it is needed. A table tells the store how its story goes (`table.use(tell)`).

import type { Component, Snippet } from 'svelte';
import type { TableStore } from './table.svelte';
import type { GameEvent, Line } from './wire';

/** What a replay puts on a table, in place of what one does in a game. */
export interface ReplayParts {
  /** The line at the top: what happened last. */
  status: string;
  /** All moves, in place of the log. */
  moves: Snippet<[(() => void)?]>;
  /** What the move did, in place of the choices. */
  moment: Snippet;
  /** Below the boards. */
  foot: Snippet;
}

type Naming = (seat: number) => string;

export interface GameParts {
  Table: Component<{ table: TableStore; replay?: ReplayParts; /** A coach, who stands where the log would. */ coach?: Snippet }>;
  LogLine: Component<{ entry: Line; name: Naming; brief?: boolean }>;
  sentence: (what: Line | GameEvent, name: Naming) => string;
  /** A move in words, or in notation. */
  moveName: (move: string) => string;
}

export const GAMES: Record<'azul' | 'duel', () => Promise<GameParts>> = {
  azul: async () => {
    const [table, line, say] = await Promise.all([import('./azul/AzulTable.svelte'), import('./azul/LogLine.svelte'), import('./azul/say')]);
    return { Table: table.default, LogLine: line.default, sentence: say.sentence, moveName: say.moveName };
  },
  duel: async () => {
    const [table, line, say] = await Promise.all([import('./duel/DuelTable.svelte'), import('./duel/LogLine.svelte'), import('./duel/say')]);
    return { Table: table.default, LogLine: line.default, sentence: say.sentence, moveName: say.moveName };
  },
};
