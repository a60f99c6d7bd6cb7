// A move of Duel as it is drawn on the table before it is made.

import { NOTHING, type Sketch } from '../coach/sketch';
import type { DuelView, Looked } from '../wire';
import { parse, type Move } from './choice';
import {
  brokenAt,
  cellAt,
  chipAt,
  chipOn,
  displayAt,
  handAt,
  lineAt,
  moonAt,
  moonTops,
  PILE,
  spaceAt,
  sunAt,
  sunOf,
} from './places';
import { previewOf } from './preview';

export function sketch(view: DuelView, seat: number, text: string, looked: Looked): Sketch {
  const board = view.boards[seat];
  if (!board) return NOTHING;
  const move = parse(text);
  const { line, broken, ghosts } = previewOf(looked, seat);
  const lying = line ? board.lines[line.line - 1]!.length : 0;
  return {
    from: taken(view, seat, move),
    to: [
      ...[...(line?.tiles ?? '')].map((tile, i) => ({
        place: lineAt(seat, line!.line, lying + i),
        look: `disc-${tile}`,
      })),
      ...[...broken].map((tile, i) => ({ place: brokenAt(seat, board.broken.length + i), look: `disc-${tile}` })),
      ...aimed(view, seat, move).map((place) => ({ place, look: null })),
    ],
    points: ghosts.map(({ row, column, points }) => ({ place: cellAt(seat, row, column), points })),
  };
}

/** The pieces that a move takes up, where they lie. */
function taken(view: DuelView, seat: number, move: Move): string[] {
  switch (move.kind) {
    case 'take':
      if (move.source === 'M') return moonTops(view, move.colour).map(({ factory, index }) => moonAt(factory, index));
      return [...(move.source === 'L' ? view.large.sun : sunOf(view, Number(move.source)))].flatMap((tile, i) =>
        tile === move.colour ? [sunAt(move.source, i)] : [],
      );
    case 'chip':
      return [chipOn(move.factory)];
    case 'plate':
      return view.display.flatMap((plate, i) => (plate === move.plate ? [displayAt(i)] : []));
    case 'keep':
    case 'back':
      return view.drawn.flatMap((plate, i) => (plate === move.plate ? [handAt(seat, i)] : [])).slice(0, 1);
    case 'draw':
      return [PILE];
    case 'pay':
      return (view.boards[seat]?.chips ?? [])
        .flatMap((chip, i) => (chip === move.chip ? [chipAt(seat, i)] : []))
        .slice(0, 1);
    default:
      return [];
  }
}

/** Where a piece goes that is no tile. */
function aimed(view: DuelView, seat: number, move: Move): string[] {
  if (move.kind === 'place') return [spaceAt(seat, move.space)];
  if (move.kind === 'chip') return [chipAt(seat, view.boards[seat]?.chips.length ?? 0)];
  return [];
}
