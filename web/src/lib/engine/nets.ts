// The trained nets of a game. They travel in half precision and work in single precision, which loses nothing.

import type { Arena } from './arena';
import { EngineError } from './error';
import { lengthOf, sizeOf, type Room } from './fields';
import { rooms, type Address, type GameName } from './made/kernels';

/** Where the arrays of both nets lie, in the order in which the search takes them; the first eight are the net of boards. */
export type Nets = [...BoardNet, Address, Address, Address, Address];
export type BoardNet = [Address, Address, Address, Address, Address, Address, Address, Address];

/** A number in half precision, from its bits. */
export function widened(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Lay the nets of a game out in memory. */
export function placeNets(arena: Arena, game: GameName, file: Uint8Array): Nets {
  const halves = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const shapes = rooms[game].simulate;
  let used = 0;
  const put = (room: Room): Address => {
    if (used + 2 * lengthOf(room) > file.byteLength) throw new EngineError(`the nets of ${game} are too short`);
    const at = arena.take(sizeOf(room));
    const numbers = arena.floats(at, lengthOf(room));
    for (let i = 0; i < numbers.length; i++, used += 2) numbers[i] = widened(halves.getUint16(used, true));
    return at;
  };
  const placed: Nets = [
    put(shapes.nets_0), put(shapes.nets_1), put(shapes.nets_2), put(shapes.nets_3), put(shapes.nets_4), put(shapes.nets_5),
    put(shapes.nets_6), put(shapes.nets_7), put(shapes.nets_8), put(shapes.nets_9), put(shapes.nets_10), put(shapes.nets_11),
  ];
  if (used !== file.byteLength) throw new EngineError(`the nets of ${game} are too long`);
  return placed;
}

/** The net of boards alone. */
export const boardNet = ([own, others, start, second, secondStart, last, lastStart, scale]: Nets): BoardNet => [
  own, others, start, second, secondStart, last, lastStart, scale,
];
