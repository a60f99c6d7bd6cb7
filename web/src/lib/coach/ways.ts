// Where the marks of a move are drawn: boxes around pieces, and the way from what is taken to where it lies.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const right = (box: Box) => box.x + box.width;
const bottom = (box: Box) => box.y + box.height;

export function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return { x, y, width: Math.max(...boxes.map(right)) - x, height: Math.max(...boxes.map(bottom)) - y };
}

/** Pieces that lie side by side get one frame, others one each. */
export function framed(boxes: readonly Box[]): Box[] {
  const sorted = [...boxes].sort((a, b) => a.y - b.y || a.x - b.x);
  const together = sorted.every(
    (box, i) =>
      i === 0 ||
      (Math.abs(box.y - sorted[i - 1]!.y) < box.height / 3 && box.x - right(sorted[i - 1]!) < box.width * 0.4),
  );
  return together && sorted.length ? [around(sorted)] : sorted;
}

export interface Way {
  path: string;
  /** Where it ends, and whether it comes from the left (1) or from the right (-1). */
  end: { x: number; y: number; from: 1 | -1 };
}

const GAP = 5;
const BEND = 15;
const EDGE = 2; // of the table
const n = (value: number) => Math.round(value * 10) / 10;
const at = ({ x, y }: { x: number; y: number }) => `${n(x)} ${n(y)}`;

/**
 * The way from one box to another. Where the other lies on a board below (`top` is its upper edge), the way leads along that edge and
 * comes down beside it: on the right where nothing lies between it and the right side of its line, else on the left.
 */
export function wayTo(from: Box, to: Box, side: 1 | -1, top: number | null = null): Way {
  const [middle, height] = [from.x + from.width / 2, to.y + to.height / 2];
  if (top !== null && bottom(from) < top + GAP) return downTo(from, to, side, top);
  const comesFrom = middle < to.x ? 1 : middle > right(to) ? -1 : side;
  const end = { x: comesFrom > 0 ? to.x - GAP : right(to) + GAP, y: height, from: comesFrom as 1 | -1 };
  const below = to.y > bottom(from);
  const above = bottom(to) < from.y;
  const start = below
    ? { x: middle, y: bottom(from) + GAP }
    : above
      ? { x: middle, y: from.y - GAP }
      : { x: comesFrom > 0 ? right(from) + GAP : from.x - GAP, y: from.y + from.height / 2 };
  const reach = Math.max(24, Math.min(70, Math.abs(end.x - start.x) / 2 + Math.abs(end.y - start.y) / 4));
  const leaving =
    below || above ? { x: start.x, y: start.y + (end.y - start.y) * 0.55 } : { ...start, x: (start.x + end.x) / 2 };
  const arriving = { x: end.x - comesFrom * reach, y: end.y };
  return { path: `M${at(start)}C${at(leaving)} ${at(arriving)} ${at({ ...end, x: end.x - comesFrom * 3 })}`, end };
}

/** Down to a board: along its upper edge, then beside the target. */
function downTo(from: Box, to: Box, side: 1 | -1, top: number): Way {
  const end = { x: side > 0 ? to.x - GAP : right(to) + GAP, y: to.y + to.height / 2, from: side };
  const start = { x: from.x + from.width / 2, y: bottom(from) + GAP };
  const lane = Math.max(EDGE, end.x - side * BEND);
  const turn = Math.min(BEND, Math.max(2, end.y - top - 2));
  const entry = { x: lane, y: Math.max(top, end.y - 3 * BEND, start.y + 8) };
  const drop = Math.max(16, entry.y - start.y);
  return {
    path:
      `M${at(start)}C${at({ x: start.x, y: start.y + drop * 0.6 })} ${at({ x: lane, y: entry.y - drop * 0.6 })} ${at(entry)}` +
      `L${at({ x: lane, y: end.y - turn })}Q${at({ x: lane, y: end.y })} ${at({ ...end, x: end.x - side * 3 })}`,
    end,
  };
}
