import { beforeAll, describe, expect, it } from 'vitest';
import { azulBoard, azulView } from '../fixtures';
import { sketch } from '../azul/sketch';
import { words } from '../words.svelte';
import type { Looked, Luck } from '../wire';
import { dealsOf, partsOf } from '../replay/luck';
import { adding, change } from './chances';
import { because } from './because';
import { summaryOf } from './told';
import { around, framed, wayTo } from './ways';

beforeAll(async () => {
  await words.also('coach');
  await words.speak('en');
});
const name = (seat: number) => ['Ines', 'Mason'][seat]!;

describe('figures that are shown together', () => {
  it.each([
    [[0.5, 0.114, 0.766, -0.38], 100],
    [[1 / 3, 1 / 3, 1 / 3], 100],
    [[0.5, -0.004, -0.496], 0],
    [[0.25, 0.0049, 0.7451], 100],
  ])('add up: %j is %i', (shares, total) => {
    const shown = adding(shares, total);
    expect(shown.reduce((a, b) => a + b, 0)).toBe(total);
    shown.forEach((n, i) => expect(Math.abs(n - shares[i]! * 100)).toBeLessThan(1.01));
  });

  const each = (chance: number[]) => ({ chance, lead: chance.map((c) => 10 * c) });
  const luck: Luck = {
    version: 1,
    start: each([0.5, 0.5]),
    result: each([1, 0]),
    luck: each([0.114, -0.114]),
    slips: [each([-0.382, 0.382]), each([0.768, -0.768])],
    error: 0.02,
    steps: [0.002, 0.041, 0.053, -0.062, 0.08].map((chance, i) => ({
      ply: 10 * i,
      kind: 'deal',
      round: i + 1,
      seat: null,
      ...each([chance, -chance]),
    })),
  };
  it('tell how a result came about, for every seat', () => {
    for (const seat of [0, 1]) {
      const parts = partsOf(luck, seat);
      expect(parts.map(({ what, seat: whose }) => [what, whose])).toEqual([
        ['start', null],
        ['deals', null],
        ['slips', 1 - seat],
        ['slips', seat],
      ]);
      expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(seat === 0 ? 100 : 0);
      const deals = dealsOf(luck, seat);
      expect(deals.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5]);
      expect(deals.reduce((sum, { percent }) => sum + percent, 0)).toBe(parts[1]!.points);
    }
  });
  it('have their sign', () => expect([change(5), change(-6), change(0)]).toEqual(['+5%', '−6%', '0%']));
});

describe('why a move is good or bad', () => {
  const reason = (key: string, sign: 'good' | 'bad' | 'neutral', params: object) => ({
    key,
    sign,
    params: { ...params },
    text: '',
  });
  it('is one sentence', () => {
    const good = reason('completes', 'good', { line: 2, points: 5 });
    const bad = reason('floor', 'bad', { tiles: 'B', loss: 1 });
    expect(because([good, bad], name)).toBe('Completes line 2 for 5 points, but puts 1 blue on the floor (−1).');
    expect(because([bad], name)).toBe('Puts 1 blue on the floor (−1).');
    expect(because([reason('unheard_of', 'good', {})], name)).toBe('');
  });
  it('is a summary for you, or about somebody', () => {
    const said = [
      {
        key: 'slips_by',
        params: { lost: 31, round: 3, times: 2, habit: 'leaves_many' },
        text: '',
        sign: 'bad' as const,
      },
    ];
    expect(summaryOf(said, 0, name, 0)).toEqual([
      'You gave away 31% in round 3, twice by leaving many tiles on the table.',
    ]);
    expect(summaryOf(said, 1, name, 0)).toEqual([
      'Mason gave away 31% in round 3, twice by leaving many tiles on the table.',
    ]);
    expect(summaryOf([{ ...said[0]!, key: 'unheard_of' }], 1, name, 0)).toEqual([]);
  });
});

describe('a move drawn before it is made', () => {
  it('is marked where it is taken, where it lies and where it scores', () => {
    const view = azulView({
      factories: ['BYYR', '', '', '', ''],
      boards: [azulBoard({ lines: ['', 'Y', '', '', ''] }), azulBoard()],
    });
    const looked: Looked = {
      kind: 'looked',
      version: 0,
      move: '1Y>2',
      events: [
        { event: 'Taken', seat: 0, source: '1', tiles: 'YY', rest: 'BR' },
        { event: 'Placed', seat: 0, tiles: 'Y', line: 2 },
        { event: 'Broken', seat: 0, tiles: 'Y', discarded: '', line: null },
      ] as Looked['events'],
      forecast: [
        [{ event: 'Tiled', seat: 0, line: 2, column: 3, tile: 'Y', points: 5, across: 3, down: 2, discarded: 'Y' }],
        [],
      ] as Looked['forecast'],
      last_round: false,
    };
    expect(sketch(view, 0, '1Y>2', looked)).toEqual({
      from: ['factory/1/1', 'factory/1/2'],
      to: [
        { place: 's0/line/2/1', look: 'tile-Y' },
        { place: 's0/floor/0', look: 'tile-Y' },
      ],
      points: [{ place: 's0/wall/2/3', points: 5 }],
    });
  });
  const box = (x: number, y: number) => ({ x, y, width: 40, height: 40 });
  it('frames together what lies side by side', () => {
    expect(framed([box(0, 0), box(44, 0)])).toEqual([{ x: 0, y: 0, width: 84, height: 40 }]);
    expect(framed([box(0, 0), box(44, 44)])).toHaveLength(2);
    expect(around([box(0, 0), box(44, 44)])).toEqual({ x: 0, y: 0, width: 84, height: 84 });
  });
  it('leads to the side it comes from', () => {
    expect(wayTo(box(0, 0), box(200, 0), -1).end.from).toBe(1);
    expect(wayTo(box(400, 0), box(200, 0), 1).end.from).toBe(-1);
    expect(wayTo(box(400, 0), box(200, 200), 1, 100).end).toEqual({ x: 195, y: 220, from: 1 });
  });
  it('does not leave the table where a line begins at its edge', () => {
    expect(wayTo(box(100, 0), box(14, 200), 1, 100).path).not.toContain('-');
  });
});
