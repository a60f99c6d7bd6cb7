// What a look at a move says, ready to be drawn: the tiles that would lie in the lines and on the floor, the points on the wall.

import { foreseen, ghostOf, type Ghost } from '../look';
import type { Looked } from '../wire';

export interface Preview {
  line: { line: number; tiles: string } | null;
  floor: string;
  discarded: number;
  ghosts: Ghost[];
}

export function previewOf(looked: Looked | undefined, seat: number): Preview {
  const preview: Preview = { line: null, floor: '', discarded: 0, ghosts: [] };
  for (const event of looked?.events ?? []) {
    if (!('seat' in event) || event.seat !== seat) continue;
    if (event.event === 'MarkerTaken') preview.floor += 'M';
    if (event.event === 'Placed') preview.line = { line: event.line, tiles: event.tiles };
    if (event.event === 'Broken') {
      preview.floor += event.tiles;
      preview.discarded += event.discarded.length;
    }
    if (event.event === 'Tiled') preview.ghosts.push(ghostOf(event));
  }
  for (const event of foreseen(looked, seat))
    if (event.event === 'Tiled' && event.line === preview.line?.line) preview.ghosts.push(ghostOf(event));
  return preview;
}
