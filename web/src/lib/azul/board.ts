// What a look at a move says, ready to be drawn: the tiles that would lie in the lines and on the floor, the points on the wall.

import { eventsOf } from '../table.svelte';
import type { GameEvent, Looked } from '../wire';
import type { Ghost } from './Wall.svelte';

export interface Preview {
  line: { line: number; tiles: string } | null;
  floor: string;
  discarded: number;
  ghosts: Ghost[];
}

/** What the tiling would give a seat if the round ended there. */
export function forecastOf(looked: Looked | undefined, seat: number): { gain: number; loss: number } | null {
  const events = looked?.forecast[seat] as unknown as GameEvent[] | undefined;
  if (!events) return null;
  let gain = 0;
  let loss = 0;
  for (const event of events) {
    if (event.event === 'Tiled') gain += event.points;
    if (event.event === 'Penalised') loss += event.lost;
  }
  return { gain, loss };
}

export function previewOf(looked: Looked | undefined, seat: number): Preview {
  const preview: Preview = { line: null, floor: '', discarded: 0, ghosts: [] };
  if (!looked) return preview;
  for (const event of eventsOf(looked)) {
    if (event.event === 'MarkerTaken' && event.seat === seat) preview.floor += 'M';
    if (event.event === 'Placed' && event.seat === seat) preview.line = { line: event.line, tiles: event.tiles };
    if (event.event === 'Broken' && event.seat === seat) {
      preview.floor += event.tiles;
      preview.discarded += event.discarded.length;
    }
    if (event.event === 'Tiled' && event.seat === seat) preview.ghosts.push(ghostOf(event));
  }
  if (preview.line) {
    for (const event of (looked.forecast[seat] ?? []) as unknown as GameEvent[]) {
      if (event.event === 'Tiled' && event.line === preview.line.line) preview.ghosts.push(ghostOf(event));
    }
  }
  return preview;
}

const ghostOf = (event: Extract<GameEvent, { event: 'Tiled' }>): Ghost => ({
  row: event.line,
  column: event.column,
  tile: event.tile,
  points: event.points,
});
