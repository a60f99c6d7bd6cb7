// Why a game ended as it did, where it is not simply that somebody has most points.

import type { Ending } from '../wire';
import { t, type Key } from '../words.svelte';

/** The words of each reason: those of a tie, what the one who lost has done, or that there was no end. */
const WHY: Record<Ending['reason'], Key | null> = {
  'most points': null,
  'equal points, more complete rows': 'end.why.more-rows',
  'equal points, the holder of the starting tile wins': 'end.why.starting-tile',
  'equal points and complete rows: the win is shared': 'end.why.shared-rows',
  'equal points and nobody holds the starting tile: the win is shared': 'end.why.shared-points',
  resigned: 'happened.resigned',
  'time ran out': 'happened.timed-out',
  'no end in sight: the win is shared': 'end.why.no-end',
  'closed by whoever runs the server: the win is shared': 'end.why.closed',
};

export function whyOf(ending: Ending, name: (seat: number) => string): string {
  const key = WHY[ending.reason];
  const loser = ending.scores.findIndex((_, seat) => !ending.winners.includes(seat));
  return key ? t(key, { who: name(loser) }) : '';
}
