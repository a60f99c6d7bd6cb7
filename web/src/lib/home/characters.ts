// The opponents as people: how strong in a word, which of them stand in front, and what one has done against them.

import type { TableInfo } from '../wire';
import type { Key } from '../words.svelte';

/** Those that are shown first, from the gentlest to the strongest. */
export const FIVE = ['sprout', 'potter', 'architect', 'astronomer', 'legend'];

/** All of them; the server's list says the same (`tests/server/test_http.py` and the page's tests ask it). */
export const ALL = [
  'sprout',
  'mason',
  'potter',
  'glazier',
  'tiler',
  'painter',
  'surveyor',
  'architect',
  'master',
  'court',
  'alchemist',
  'astronomer',
  'oracle',
  'legend',
];

const STRENGTH: Record<string, Key> = {
  sprout: 'strength.first',
  mason: 'strength.veryGentle',
  potter: 'strength.gentle',
  glazier: 'strength.gentle',
  tiler: 'strength.steady',
  painter: 'strength.steady',
  surveyor: 'strength.even',
  architect: 'strength.even',
  master: 'strength.tough',
  court: 'strength.tough',
  alchemist: 'strength.strong',
  astronomer: 'strength.strong',
  oracle: 'strength.fearsome',
  legend: 'strength.beyond',
};
export const strengthOf = (level: string): Key => STRENGTH[level] ?? 'strength.even';

/** The finished games against an opponent, the newest first: whether one won each. */
export type Results = boolean[];

/** Whether one won a finished game; what older servers kept does not say, and then the points do. */
export function wonBy(table: TableInfo): boolean {
  const best = Math.max(...table.scores);
  const winners = table.winners ?? table.scores.flatMap((score, seat) => (score === best ? [seat] : []));
  return winners.some((seat) => table.mine.includes(seat));
}

/** What one has done against each opponent in a game: from the tables where one sat on a single seat. */
export function resultsOf(tables: TableInfo[], game: string): Map<string, Results> {
  const results = new Map<string, Results>();
  for (const table of tables) {
    if (table.game !== game || table.status !== 'over' || table.lesson || table.mine.length !== 1) continue;
    const levels = new Set(table.seats.flatMap((seat) => (seat.who === 'bot' && seat.level ? [seat.level] : [])));
    for (const level of levels) results.set(level, [...(results.get(level) ?? []), wonBy(table)]);
  }
  return results;
}

/** The first opponent whom one has not beaten yet; the last of all for whoever has beaten everybody. */
export const nextOf = (results: ReadonlyMap<string, Results>): string =>
  ALL.find((level) => !results.get(level)?.includes(true)) ?? ALL.at(-1)!;
export const afterOf = (level: string): string | undefined => ALL[ALL.indexOf(level) + 1];
