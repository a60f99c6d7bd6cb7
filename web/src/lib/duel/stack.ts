// Ordering the tiles that become a stack: slots from the bottom to the top, and which tile of the hand lies in each.

export type Slots = readonly (number | null)[];

export const emptySlots = (tiles: string): Slots => [...tiles].map(() => null);

/** The tiles of the hand that lie in no slot yet. */
export const loose = (tiles: string, slots: Slots): number[] =>
  [...tiles].map((_, index) => index).filter((index) => !slots.includes(index));

/** Lay a tile on top of those that lie. The last one finds its place by itself. */
export function lay(tiles: string, slots: Slots, tile: number): Slots {
  const slot = slots.indexOf(null);
  return slot < 0 || slots.includes(tile)
    ? slots
    : completed(
        tiles,
        slots.map((index, i) => (i === slot ? tile : index)),
      );
}

/** Put a tile into a slot; one that lay there changes places with it. */
export function put(tiles: string, slots: Slots, tile: number, slot: number): Slots {
  const from = slots.indexOf(tile);
  const out = slots[slot] ?? null;
  const next = slots.map((index, i) => (i === slot ? tile : i === from ? out : index));
  return from < 0 ? completed(tiles, next) : next;
}

/** Take a tile out of its slot; those above it sink. */
export function lift(slots: Slots, slot: number): Slots {
  const kept = slots.filter((index, i) => i !== slot && index !== null);
  return slots.map((_, i) => kept[i] ?? null);
}

/** When all tiles that are left look alike, their order does not matter. */
function completed(tiles: string, slots: Slots): Slots {
  const rest = loose(tiles, slots);
  if (new Set(rest.map((index) => tiles[index])).size > 1) return slots;
  return slots.map((index) => index ?? rest.shift() ?? null);
}
