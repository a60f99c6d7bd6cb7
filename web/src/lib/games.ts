// The games there are, one row each. Whoever needs to know a game by its name asks here; a table is loaded when it is needed,
// and tells the store how its story goes (`table.use(tell)`).

import type { Component, Snippet } from 'svelte';
import type { TableStore } from './table.svelte';
import type { GameEvent, Line, TableInfo } from './wire';

/** A game as the server names it. */
export type GameName = TableInfo['game'];

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
  Table: Component<{
    table: TableStore;
    replay?: ReplayParts;
    /** A coach, who stands where the log would. */ coach?: Snippet;
  }>;
  LogLine: Component<{ entry: Line; name: Naming; brief?: boolean }>;
  sentence: (what: Line | GameEvent, name: Naming) => string;
  /** A move in words, or in notation. */
  moveName: (move: string) => string;
}

export interface GameRow {
  /** The shape of its tiles. */
  shape: 'tile' | 'disc';
  parts: () => Promise<GameParts>;
  /** Its table for two face to face, where it has one. */
  facing?: () => Promise<Component<{ table: TableStore }>>;
}

const azul: GameRow = {
  shape: 'tile',
  parts: async () => {
    const [table, line, say] = await Promise.all([
      import('./azul/AzulTable.svelte'),
      import('./azul/LogLine.svelte'),
      import('./azul/say'),
    ]);
    return { Table: table.default, LogLine: line.default, sentence: say.sentence, moveName: say.moveName };
  },
  facing: async () => (await import('./facing/AzulFacing.svelte')).default,
};
const duel: GameRow = {
  shape: 'disc',
  parts: async () => {
    const [table, line, say] = await Promise.all([
      import('./duel/DuelTable.svelte'),
      import('./duel/LogLine.svelte'),
      import('./duel/say'),
    ]);
    return { Table: table.default, LogLine: line.default, sentence: say.sentence, moveName: say.moveName };
  },
  facing: async () => (await import('./facing/DuelFacing.svelte')).default,
};

export const GAMES: Record<GameName, GameRow> = { azul, duel };

export const gameNames = (): GameName[] => Object.keys(GAMES) as GameName[];
export const isGame = (name: string | null | undefined): name is GameName => Object.hasOwn(GAMES, name ?? '');

/** The game of this name, or where there is none, the first. */
export const gameOr = (name: string | null | undefined): GameName => (isGame(name) ? name : gameNames()[0]!);
