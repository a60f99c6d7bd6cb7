import { expect, it } from 'vitest';
import type { LogEntry } from '../wire';
import { doneBy, doneSince } from './done';

const told = [0, 1, 1, 1, 0].map((seat, i): LogEntry => ({ version: i, what: 'move', seat, move: 'x', events: [] }));
const versions = (entries: LogEntry[]) => entries.map(({ version }) => version);

it('finds what the others did since one’s own move, and what each did last', () => {
  expect(versions(doneSince(told, 1))).toEqual([4]);
  expect(versions(doneSince(told, 0))).toEqual([]);
  expect(versions(doneBy(told, 1))).toEqual([2, 3]);
  expect(versions(doneBy(told, 0))).toEqual([4]);
  expect(versions(doneBy(told, 2))).toEqual([]);
});
