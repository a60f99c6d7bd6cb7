// The tables of a person in the order in which they matter, and the terms of a table in words.

import { GAMES, type GameName } from '../games';
import { nameOfSeat } from '../names';
import type { Clock, TableInfo } from '../wire';
import { t, tn } from '../words.svelte';

export const isMyTurn = (table: TableInfo): boolean =>
  table.status === 'playing' && table.to_move !== null && table.mine.includes(table.to_move);
const withPeople = (table: TableInfo): boolean =>
  table.seats.some((seat, i) => seat.who === 'person' && !table.mine.includes(i));

/** Games that wait for oneself first, people before bots, the newest first; then those where others are to move. */
export const byUrgency = (tables: TableInfo[]): TableInfo[] => {
  const rank = (table: TableInfo) => (isMyTurn(table) ? 0 : 2) + (withPeople(table) ? 0 : 1);
  return tables.map((table, i) => ({ table, i })).sort((a, b) => rank(a.table) - rank(b.table) || a.i - b.i).map(({ table }) => table); // prettier-ignore
};

/** The others at a table, by their names. */
export const othersAt = (table: TableInfo): string =>
  table.seats.flatMap((seat, i) => (table.mine[0] === i || seat.who === 'open' ? [] : [nameOfSeat(seat)])).join(', ');

export function clockTerm(clock: Clock | null): string {
  if (!clock) return t('terms.noClock');
  if (clock.pace === 'days') return tn('terms.days', Math.round(clock.seconds / 86_400));
  return t('terms.live', { m: Math.round(clock.seconds / 60), s: clock.increment ?? 0 });
}

interface Terms {
  game: GameName;
  options: Record<string, unknown>;
  clock: Clock | null;
  rated?: boolean;
}

/** Everything that is agreed on at a table before one sits down. */
export function termsOf({ game, options, clock, rated }: Terms): string[] {
  return [...GAMES[game].home.terms(options), clockTerm(clock), ...(rated ? [t('terms.rated')] : [])];
}
