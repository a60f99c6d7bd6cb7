// Where the last moves were made, so that they stay marked: those since one's own, or one's own if nobody has moved since.

import type { GameEvent, LogEntry } from '../wire';

export interface Last {
  /** Factories, by number or `L`, the centre, `C`, and the moons, `M`. */
  sources: ReadonlySet<string>;
  /** Where each of those seats laid something last: a line, a space of the dome, `chips`, or `fallen`. */
  goals: ReadonlyMap<number, string>;
}

/** `fallen` is where tiles went that went to no line: `F` for the floor, `X` for what is broken. */
export function lastMoves(told: readonly LogEntry[], seat: number, fallen = 'F'): Last {
  const begun = told.findLastIndex(({ events }) => events.some(({ event }) => event === 'Refilled'));
  const moves = told
    .slice(begun < 0 ? 0 : begun)
    .filter((entry) => entry.what === 'move' && !refills(entry) && entry.events.some(({ event }) => lays(event)));
  const own = moves.findLastIndex((entry) => entry.seat === seat);
  const since = moves.slice(own === moves.length - 1 ? own : own + 1);
  return {
    sources: new Set(since.flatMap(({ events }) => events.flatMap(sourceOf))),
    goals: new Map(since.map((entry) => [entry.seat, goalOf(entry) ?? fallen])),
  };
}

const lays = (event: GameEvent['event']) => ['Taken', 'PlatePlaced', 'ChipTaken'].includes(event);

function sourceOf(event: GameEvent): string[] {
  if (event.event === 'Taken') return [event.source];
  return event.event === 'ChipTaken' ? [String(event.factory)] : [];
}

/** A move that ended a round belongs to it: its places are filled anew. */
const refills = ({ events }: LogEntry) => events.some(({ event }) => event === 'Refilled');

function goalOf({ events }: LogEntry): string | undefined {
  for (const event of events) {
    if (event.event === 'Placed') return String(event.line);
    if (event.event === 'PlatePlaced') return event.space;
    if (event.event === 'ChipTaken') return 'chips';
  }
  return undefined;
}
