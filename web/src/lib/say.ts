// What both games say of what happened, in words: for the caption, the log and those who listen.

import { isLeaving, leaving, personOf } from './names';
import { bunchName } from './tiles';
import type { GameEvent, LogEntry, Tiled } from './wire';
import { t, tn, type Key } from './words.svelte';

export type Naming = (seat: number) => string;

/** Points with their sign: `+3`, `−2`. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** An entry that is no move: somebody left, or took a move back. */
export function aside({ what, seat }: LogEntry, name: Naming, players: number): string {
  const who = personOf(name(seat));
  return isLeaving(what) ? leaving(what, who, players) : t(`happened.${what}` as Key, { who });
}

/** Events that both games have, and tell in the same way. */
export function ofBoth(event: GameEvent, name: Naming): string {
  switch (event.event) {
    case 'Placed':
      return t('say.placed', { tiles: bunchName(event.tiles), line: event.line });
    case 'Tiled':
      return tn('say.tiled', event.points, { who: name(event.seat), line: event.line, why: counting(event) });
    case 'RoundEnded':
      return t('say.round', { n: event.round });
    case 'GameEnded':
      return t('say.ended');
    default:
      return '';
  }
}

/** How a tile came to its points: those across and those down. */
export function counting({ across, down }: Tiled): string {
  const how = across > 1 && down > 1 ? 'both' : across > 1 ? 'across' : down > 1 ? 'down' : 'alone';
  return t(`say.why.${how}`, { across, down });
}

/** A final bonus by its name, within a sentence. */
export const bonusName = (bonus: string): string => t(`bonus.${bonus}` as Key).toLowerCase();
