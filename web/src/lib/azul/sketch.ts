// A move of Azul as it is drawn on the table before it is made.

import { NOTHING, type Sketch } from '../coach/sketch';
import type { AzulView, Looked } from '../wire';
import { parse } from './choice';
import { centreAt, centreMarker, factoryAt, floorAt, lineAt, wallAt } from './places';
import { previewOf } from './preview';

export function sketch(view: AzulView, seat: number, move: string, looked: Looked): Sketch {
  const board = view.boards[seat];
  if (!board) return NOTHING;
  const { line, floor, ghosts } = previewOf(looked, seat);
  const lying = line ? board.lines[line.line - 1]!.length : 0;
  return {
    from: taken(view, seat, move, floor.includes('M')),
    to: [
      ...[...(line?.tiles ?? '')].map((tile, i) => ({
        place: lineAt(seat, line!.line, lying + i),
        look: `tile-${tile}`,
      })),
      ...[...floor].map((tile, i) => ({ place: floorAt(seat, board.floor.length + i), look: `tile-${tile}` })),
    ],
    points: ghosts.map(({ row, column, points }) => ({ place: wallAt(seat, row, column), points })),
  };
}

function taken(view: AzulView, seat: number, text: string, marker: boolean): string[] {
  const move = parse(text);
  if (move.kind === 'take') {
    const lying = move.source === 'C' ? view.centre : (view.factories[Number(move.source) - 1] ?? '');
    const at = (i: number) => (move.source === 'C' ? centreAt(i) : factoryAt(move.source, i));
    return [
      ...[...lying].flatMap((tile, i) => (move.tiles.includes(tile) ? [at(i)] : [])),
      ...(marker ? [centreMarker] : []),
    ];
  }
  const line = view.pending?.line ?? 0;
  return [...(view.boards[seat]?.lines[line - 1] ?? '')].map((_, i) => lineAt(seat, line, i));
}
