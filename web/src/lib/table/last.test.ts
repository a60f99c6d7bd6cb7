import { expect, it } from 'vitest';
import type { GameEvent, LogEntry } from '../wire';
import { lastMoves } from './last';

const take = (version: number, seat: number, source: string, line: number | null, ...more: GameEvent[]): LogEntry => ({
  version,
  what: 'move',
  seat,
  move: `${source}B>${line ?? 'F'}`,
  events: [
    { event: 'Taken', seat, source, tiles: 'BB', rest: '' },
    ...(line ? ([{ event: 'Placed', seat, tiles: 'BB', line }] as const) : []),
    ...more,
  ],
});

it('marks what the others did since one’s own move, else one’s own', () => {
  const told = [take(1, 0, '1', 2), take(2, 1, '3', 4), take(3, 2, 'C', null)];
  expect(lastMoves(told, 0)).toEqual({
    sources: new Set(['3', 'C']),
    goals: new Map([
      [1, '4'],
      [2, 'F'],
    ]),
  });
  expect(lastMoves(told, 2)).toEqual({ sources: new Set(['C']), goals: new Map([[2, 'F']]) });
  expect(lastMoves([], 0).sources.size).toBe(0);
});

it('marks nothing of a round that is over', () => {
  const ends = take(2, 1, '3', 4, { event: 'Refilled', round: 2, deal: {}, restocked: false } as unknown as GameEvent);
  expect(lastMoves([take(1, 0, '1', 2), ends], 0).sources.size).toBe(0);
  expect(lastMoves([ends, take(3, 0, '5', 1)], 1).sources).toEqual(new Set(['5']));
});

it('marks where a plate was laid, and what broke', () => {
  const plate = { event: 'PlatePlaced', seat: 1, plate: 'BYRK', space: 'b2', turn: 90 } as unknown as GameEvent;
  const laid: LogEntry = { version: 2, what: 'move', seat: 1, move: 'place b2 90', events: [plate] };
  expect(lastMoves([take(1, 0, '1', 2), laid], 0).goals).toEqual(new Map([[1, 'b2']]));
  expect(lastMoves([take(1, 1, 'M', null)], 0, 'X').goals).toEqual(new Map([[1, 'X']]));
});
