// The log as it stands. It only grows on the server: taking back is one more entry.

import type { LogEntry } from './wire';

/** The moves that an entry takes back, in order; none if it is no takeback. */
export const undoneBy = (log: readonly LogEntry[], entry: LogEntry): LogEntry[] =>
  entry.what === 'takeback' && entry.to != null
    ? standing(log.filter(({ version }) => version < entry.version)).filter((line) => isUndone(line, entry.to!))
    : [];

/** What counts: without what was taken back. That something was is told until the next entry. */
export function standing(log: readonly LogEntry[]): LogEntry[] {
  let stands: LogEntry[] = [];
  for (const line of log) {
    if (stands.at(-1)?.what === 'takeback') stands.pop();
    if (line.what === 'takeback' && line.to != null) stands = stands.filter((one) => !isUndone(one, line.to!));
    stands.push(line);
  }
  return stands;
}

const isUndone = ({ what, version }: LogEntry, to: number): boolean => what === 'move' && version >= to;
