import { describe, expect, it } from 'vitest';
import { standing, undoneBy } from './standing';
import type { LogEntry } from './wire';

const move = (version: number, seat = version % 2): LogEntry => ({
  version,
  what: 'move',
  seat,
  move: 'x',
  events: [],
});
const back = (version: number, to: number): LogEntry => ({ ...move(version), what: 'takeback', move: null, to });
const versions = (log: LogEntry[]) => standing(log).map(({ version }) => version);

describe('the log as it stands', () => {
  it('leaves out what was taken back, and tells so until the next entry', () => {
    const log = [move(1), move(2), move(3), move(4), back(5, 3)];
    expect(versions(log)).toEqual([1, 2, 5]);
    expect(undoneBy(log, log[4]!).map(({ version }) => version)).toEqual([3, 4]);
    expect(versions([...log, move(6)])).toEqual([1, 2, 6]);
  });

  it('goes back again and again, also over what was played meanwhile', () => {
    const log = [move(1), move(2), back(3, 2), move(4), move(5), back(6, 4), back(7, 1)];
    expect(versions(log)).toEqual([7]);
    expect(undoneBy(log, log[5]!).map(({ version }) => version)).toEqual([4, 5]);
    expect(undoneBy(log, log[6]!).map(({ version }) => version)).toEqual([1]);
  });

  it('keeps who left', () => {
    const left: LogEntry = { ...move(2), what: 'bot-took-over', move: null };
    expect(versions([move(1), left, back(3, 1), move(4)])).toEqual([2, 4]);
  });

  it('takes nothing back with a move', () => {
    expect(undoneBy([move(1), move(2)], move(2))).toEqual([]);
  });
});
