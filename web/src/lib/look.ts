// What both games read from a look at a move: the points it would bring, and where.

import type { GameEvent, Looked, SpecialPlaced, Tiled } from './wire';

/** A tile that would lie on the wall or the dome, and its points. */
export interface Ghost {
  row: number;
  column: number;
  tile: string;
  points: number;
}

export const ghostOf = (event: Tiled | SpecialPlaced): Ghost => {
  const { column, points } = event;
  return event.event === 'Tiled'
    ? { row: event.line, column, tile: event.tile, points }
    : { row: event.row, column, tile: 'S', points };
};

/** What the tiling would do for a seat if the round ended there. */
export const foreseen = (looked: Looked | undefined, seat: number): GameEvent[] => looked?.forecast[seat] ?? [];

export interface Outlook {
  gain: number;
  loss: number;
}

/** What the round would give and cost that seat from here on, the move itself included; null while the server has not answered. */
export function forecastOf(looked: Looked | undefined, seat: number): Outlook | null {
  if (!looked?.forecast[seat]) return null;
  let [gain, loss] = [0, 0];
  for (const event of eventsOf(looked, seat)) {
    if (event.event === 'Tiled' || event.event === 'SpecialPlaced') gain += event.points;
    if (event.event === 'Penalised') loss += event.lost;
  }
  return { gain, loss };
}

/** The points that each line would bring that seat, by its number. */
export function gainsOf(looked: Looked | undefined, seat: number): ReadonlyMap<number, number> {
  const tiled = eventsOf(looked, seat).filter((event) => event.event === 'Tiled');
  return new Map(tiled.map((event) => [event.line, event.points]));
}

/** What a look says of a seat: what the move does by itself, then what the tiling would do. */
const eventsOf = (looked: Looked | undefined, seat: number): GameEvent[] => [
  ...(looked?.events ?? []).filter((event) => 'seat' in event && event.seat === seat),
  ...foreseen(looked, seat),
];
