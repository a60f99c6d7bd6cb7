// The trained nets of a game. They travel in half precision and work in single precision, which loses nothing.

import type { Arena } from './arena';
import { EngineError } from './error';
import { lengthOf, type Room } from './fields';
import { roomsIn, type Address, type Desk, type GameName } from './made/kernels';

/** Where the arrays of both nets lie, as parts of a desk. */
export type Nets = Pick<Desk, Extract<keyof Desk, `nets_${string}`>>;

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
  let used = 0;
  const put = (room: Room): Address => {
    if (used + 2 * lengthOf(room) > file.byteLength) throw new EngineError(`the nets of ${game} are too short`);
    const at = arena.take(room.bytes);
    const numbers = arena.floats(at, lengthOf(room));
    for (let i = 0; i < numbers.length; i++, used += 2) numbers[i] = widened(halves.getUint16(used, true));
    return at;
  };
  const rooms = Object.entries(roomsIn[game].Desk).filter(([name]) => name.startsWith('nets_'));
  const placed = Object.fromEntries(rooms.map(([name, room]) => [name, put(room)])) as Record<keyof Nets, Address>;
  if (used !== file.byteLength) throw new EngineError(`the nets of ${game} are too long`);
  return placed;
}
