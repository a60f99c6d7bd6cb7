// The games there are, one row each, from its own folder. Whoever needs to know a game by its name asks here; what only a table or
// an ending needs is loaded with it.

import type { Component, Snippet } from 'svelte';
import { azul } from './azul/row';
import { duel } from './duel/row';
import type { Sketch } from './coach/sketch';
import type { EndingParts } from './ending/lights';
import type { Setup } from './home/setup.svelte';
import type { RulesParts } from './rules/where';
import type { TableStore } from './table.svelte';
import type { Counted, GameEvent, LogEntry, Looked, TableInfo, View } from './wire';

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
  /** What is drawn over the table: moves before they are made. */
  marks?: Snippet;
  /** The position is handed over: whoever looks chooses as in a game, and what stands in place of the log answers. */
  asks?: boolean;
}

/** The odds of the game of a view. */
export type Odds<V extends View = View> = Extract<Counted['odds'], { game: V['game'] }>;

/** A move drawn on a view, from what it would do. */
export type Sketching<V extends View = View> = (view: V, seat: number, move: string, looked: Looked) => Sketch;

type Naming = (seat: number) => string;

/** What a game says at its table. The table tells the store how its story goes (`table.use(tell)`). */
export interface TableParts {
  Table: Component<{
    table: TableStore;
    replay?: ReplayParts;
    /** A coach, who stands where the log would. */ coach?: Snippet;
  }>;
  LogLine: Component<{ entry: LogEntry; name: Naming; brief?: boolean }>;
  sentence: (what: LogEntry | GameEvent, name: Naming) => string;
  /** A move in words, or in notation. */
  moveName: (move: string) => string;
}

/** What a game says on the first page. `Own` is what is chosen for a new table of it and of no other. */
export interface HomeParts<V extends View, Own extends object> {
  /** The picture on its card. */
  Picture: Component;
  /** What can be chosen for a new table; `children` are the choices of every game. */
  Options: Component<{ setup: Setup<Own>; two?: boolean; children?: Snippet }>;
  standard: Own;
  /** What is asked for with a table. */
  options: (setup: Setup<Own>) => Record<string, unknown>;
  /** The options of a table in words. */
  terms: (options: Record<string, unknown>) => string[];
  /** A wall or dome, small. */
  board: () => Promise<{ default: Component<{ view: V; seat: number }> }>;
}

export interface GameRow<V extends View = View, Own extends object = object> {
  /** The shape of its tiles. */
  shape: 'tile' | 'disc';
  home: HomeParts<V, Own>;
  rules: RulesParts<V>;
  table: () => Promise<TableParts>;
  /** Its table for two face to face, where it has one. */
  facing?: () => Promise<Component<{ table: TableStore }>>;
  ending: () => Promise<EndingParts<V>>;
  /** What is left, and the chances of what comes next; none until they are counted. */
  odds: () => Promise<Component<{ view: V; odds: Odds<V> | null }>>;
  /** How a move is drawn before it is made. */
  sketch: () => Promise<Sketching<V>>;
}

/** Who asks by the game of a view hands over that very view: here a row forgets whose it is. */
export const GAMES: Record<GameName, GameRow> = { azul: azul as GameRow, duel: duel as GameRow };

export const gameNames = (): GameName[] => Object.keys(GAMES) as GameName[];
export const isGame = (name: string | null | undefined): name is GameName => Object.hasOwn(GAMES, name ?? '');

/** The game of this name, or where there is none, the first. */
export const gameOr = (name: string | null | undefined): GameName => (isGame(name) ? name : gameNames()[0]!);
