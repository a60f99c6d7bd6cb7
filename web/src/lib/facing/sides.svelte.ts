// Two people on either side of one screen: where that is offered, and whether they sit so.

import { GAMES } from '../games';
import { roomForTwo } from '../phone.svelte';
import { settings } from '../settings.svelte';
import type { TableStore } from '../table.svelte';

/** How a table is laid out for two face to face: where both are at this screen, and it is large enough. */
const layoutOf = ({ info, view, ending }: TableStore) =>
  roomForTwo.current && info?.mine.length === 2 && info.seats.length === 2 && view && !ending
    ? GAMES[info.game].facing
    : undefined;

export const canFace = (table: TableStore): boolean => layoutOf(table) !== undefined;

/** Their table, if they sit so. */
export const facing = (table: TableStore) => (settings.saved.faceToFace ? layoutOf(table) : undefined);
