// The hands of two people at one table: of the one who sits near, and of the one who sits far.

import { follow, type BaseHand } from '../table/hand.svelte';
import type { TableStore, Tell } from '../table.svelte';
import type { View } from '../wire';

/** Both hands, and the one that decides; they follow their table. While a component is made. */
export function twoHands<H extends BaseHand<View>>(
  table: () => TableStore,
  room: () => HTMLElement | undefined,
  Hand: new (table: TableStore, room: () => HTMLElement | undefined, at: number) => H,
  tell: Tell,
) {
  const handOf = (which: 0 | 1) => new Hand(table(), room, table().info!.mine[which]!);
  const both: [H, H] = $derived([handOf(0), handOf(1)]);
  follow(() => both[0], tell);
  follow(() => both[1], tell);
  return {
    get both() {
      return both;
    },
    get deciding() {
      return both.find(({ decides }) => decides) ?? both[0];
    },
  };
}
