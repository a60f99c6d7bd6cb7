// Where the last moves were made, so that they stay marked: those since one's own, or one's own if nobody has moved since.

import type { LogEntry } from '../wire';

export interface Last {
  /** Factories, by number, and the centre, `C`. */
  sources: ReadonlySet<string>;
  /** The line, or `F` for the floor, that each of those seats used last. */
  lines: ReadonlyMap<number, string>;
}

export function lastMoves(told: readonly LogEntry[], seat: number): Last {
  const begun = told.findLastIndex(({ events }) => events.some(({ event }) => event === 'Refilled'));
  const takes = told.slice(begun < 0 ? 0 : begun).flatMap((entry) => {
    const taken = entry.events.find((event) => event.event === 'Taken');
    return taken && entry.what === 'move' && !refills(entry) ? [{ entry, taken }] : [];
  });
  const own = takes.findLastIndex(({ entry }) => entry.seat === seat);
  const since = takes.slice(own === takes.length - 1 ? own : own + 1);
  return {
    sources: new Set(since.map(({ taken }) => taken.source)),
    lines: new Map(since.map(({ entry }) => [entry.seat, goalOf(entry)])),
  };
}

/** A move that ended a round belongs to it: its places are filled anew. */
const refills = ({ events }: LogEntry) => events.some(({ event }) => event === 'Refilled');

function goalOf({ events }: LogEntry): string {
  const placed = events.find((event) => event.event === 'Placed');
  return placed?.event === 'Placed' ? String(placed.line) : 'F';
}
