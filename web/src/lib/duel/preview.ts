// What a look at a move says, ready to be drawn: tiles that would lie in the lines and on the broken space, points on the dome.

import { eventsOf } from '../table.svelte';
import type { GameEvent, Looked } from '../wire';
import { cornersOf } from './dome';

export interface Ghost {
  row: number;
  column: number;
  tile: string;
  points: number;
}

export interface Preview {
  line: { line: number; tiles: string } | null;
  broken: string;
  discarded: number;
  marker: boolean;
  /** What a draw costs; null when nothing is drawn. */
  paid: number | null;
  ghosts: Ghost[];
}

const forecastEvents = (looked: Looked | undefined, seat: number): GameEvent[] => (looked?.forecast[seat] ?? []) as unknown as GameEvent[];

/** What the tiling would give a seat if the round ended there. */
export function forecastOf(looked: Looked | undefined, seat: number): { gain: number; loss: number } | null {
  if (!looked?.forecast[seat]) return null;
  let [gain, loss] = [0, 0];
  for (const event of forecastEvents(looked, seat)) {
    if (event.event === 'Tiled' || event.event === 'SpecialPlaced') gain += event.points;
    if (event.event === 'Penalised') loss += event.lost;
  }
  return { gain, loss };
}

/** The steps of the tiling that the forecast foresees, in order; null while the server has not answered. */
export const stepsOf = (looked: Looked | undefined, seat: number): GameEvent[] | null =>
  looked === undefined ? null : forecastEvents(looked, seat).filter((event) => ['Tiled', 'SpecialPlaced', 'Paid', 'Broken', 'Penalised'].includes(event.event));

export function previewOf(looked: Looked | undefined, seat: number): Preview {
  const preview: Preview = { line: null, broken: '', discarded: 0, marker: false, paid: null, ghosts: [] };
  if (!looked) return preview;
  const rows = new Set<number>();
  let cells: [number, number][] = [];
  for (const event of eventsOf(looked)) {
    if (!('seat' in event) || event.seat !== seat) continue;
    if (event.event === 'MarkerTaken') preview.marker = true;
    if (event.event === 'PlateDrawn') preview.paid = event.paid;
    if (event.event === 'Placed') {
      preview.line = { line: event.line, tiles: event.tiles };
      rows.add(event.line);
    }
    if (event.event === 'Broken' && event.line == null) {
      preview.broken += event.tiles;
      preview.discarded += event.discarded.length;
    }
    if (event.event === 'PlatePlaced') cells = cornersOf(event.space);
    if (event.event === 'Tiled' && preview.ghosts.length === 0) preview.ghosts.push({ row: event.line, column: event.column, tile: event.tile, points: event.points });
  }
  const shown = (row: number, column: number) => rows.has(row) || cells.some(([r, c]) => r === row && c === column);
  for (const event of forecastEvents(looked, seat)) {
    if (event.event === 'Tiled' && shown(event.line, event.column)) preview.ghosts.push({ row: event.line, column: event.column, tile: event.tile, points: event.points });
    if (event.event === 'SpecialPlaced' && shown(event.row, event.column)) preview.ghosts.push({ row: event.row, column: event.column, tile: 'S', points: event.points });
  }
  return preview;
}
