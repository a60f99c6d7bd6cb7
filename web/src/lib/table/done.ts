// What was done last, from the log as far as it is told.

import type { LogEntry } from '../wire';

/** Everything since one's own last decision. */
export const doneSince = (told: readonly LogEntry[], seat: number): LogEntry[] =>
  told.slice(told.findLastIndex((entry) => entry.seat === seat) + 1);

/** The last moves of a seat, in a row: the second of them follows from the first, such as the order of a stack. */
export function doneBy(told: readonly LogEntry[], seat: number): LogEntry[] {
  const end = told.findLastIndex((entry) => entry.seat === seat && entry.what === 'move') + 1;
  const before = told.slice(0, end).findLastIndex((entry) => entry.seat !== seat || entry.what !== 'move');
  return told.slice(before + 1, end).slice(-2);
}
