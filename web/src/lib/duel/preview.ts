// What a look at a move says, ready to be drawn: tiles that would lie in the lines and on the broken space, points on the dome.

import { foreseen, ghostOf, type Ghost } from '../look';
import type { GameEvent, Looked } from '../wire';
import { cornersOf } from './dome';

export interface Preview {
  line: { line: number; tiles: string } | null;
  broken: string;
  discarded: number;
  marker: boolean;
  /** What a draw costs; null when nothing is drawn. */
  paid: number | null;
  ghosts: Ghost[];
}

/** The steps of the tiling that the forecast foresees, in order; null while the server has not answered. */
export const stepsOf = (looked: Looked | undefined, seat: number): GameEvent[] | null =>
  looked === undefined
    ? null
    : foreseen(looked, seat).filter((event) =>
        ['Tiled', 'SpecialPlaced', 'Paid', 'Broken', 'Penalised'].includes(event.event),
      );

export function previewOf(looked: Looked | undefined, seat: number): Preview {
  const preview: Preview = { line: null, broken: '', discarded: 0, marker: false, paid: null, ghosts: [] };
  const rows = new Set<number>();
  let cells: [number, number][] = [];
  for (const event of looked?.events ?? []) {
    if (!('seat' in event) || event.seat !== seat) continue;
    if (event.event === 'MarkerTaken') preview.marker = true;
    if (event.event === 'PlateDrawn') preview.paid = event.paid;
    if (event.event === 'Placed') {
      preview.line = { line: event.line, tiles: event.tiles };
      rows.add(event.line);
    }
    if (event.event === 'Broken' && event.line === null) {
      preview.broken += event.tiles;
      preview.discarded += event.discarded.length;
    }
    if (event.event === 'PlatePlaced') cells = cornersOf(event.space);
    if (event.event === 'Tiled' && preview.ghosts.length === 0) preview.ghosts.push(ghostOf(event));
  }
  for (const event of foreseen(looked, seat)) {
    if (event.event !== 'Tiled' && event.event !== 'SpecialPlaced') continue;
    const ghost = ghostOf(event);
    const ofPlate = cells.some(([row, column]) => row === ghost.row && column === ghost.column);
    if (rows.has(ghost.row) || ofPlate) preview.ghosts.push(ghost);
  }
  return preview;
}
