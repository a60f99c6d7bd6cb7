import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Looked, Tiled } from '../wire';
import { words } from '../words.svelte';
import { forecastOf, gainsOf } from '../look';
import { previewOf } from './preview';
import Factory from './Factory.svelte';
import Lines from '../table/Lines.svelte';
import { bunchName } from '../tiles';
import Wall from './Wall.svelte';

beforeAll(() => words.speak('en'));
afterEach(cleanup);

const tiled: Tiled = {
  event: 'Tiled',
  seat: 0,
  line: 2,
  column: 3,
  tile: 'B',
  points: 4,
  across: 2,
  down: 2,
  discarded: 'B',
};
const looked: Looked = {
  kind: 'looked',
  version: 1,
  move: '1B>2',
  events: [
    { event: 'Taken', seat: 0, source: '1', tiles: 'BBB', rest: 'R' },
    { event: 'Placed', seat: 0, tiles: 'BB', line: 2 },
    { event: 'Broken', seat: 0, tiles: 'B', discarded: '', line: null },
  ],
  forecast: [[tiled, { event: 'Penalised', seat: 0, tiles: 'B', marker: false, penalty: 1, lost: 1 }], []],
  last_round: false,
};

it('reads a look at a move', () => {
  expect(previewOf(looked, 0)).toEqual({
    line: { line: 2, tiles: 'BB' },
    floor: 'B',
    discarded: 0,
    ghosts: [{ row: 2, column: 3, tile: 'B', points: 4 }],
  });
  expect(forecastOf(looked, 0)).toEqual({ gain: 4, loss: 1 });
  expect(forecastOf(undefined, 0)).toBeNull();
});

describe('the parts of a board', () => {
  it('a factory has one button a colour, alive where it may be taken', () => {
    const onpick = vi.fn();
    render(Factory, { number: 3, tiles: 'BRRW', alive: new Set(['3/R']), picked: '', onpick });
    const [blue, red] = screen.getAllByRole<HTMLButtonElement>('button');
    expect(blue?.disabled).toBe(true);
    expect(red?.getAttribute('aria-label')).toBe('2 red from factory 3');
    red?.click();
    expect(onpick).toHaveBeenCalledWith('R');
  });

  it('lines say what they hold, and take a choice where they are open', () => {
    const onchoose = vi.fn();
    render(Lines, {
      seat: 0,
      shape: 'tile',
      bunch: bunchName,
      lines: ['', 'RR', 'K', '', ''],
      open: new Set(['4']),
      onchoose,
    });
    expect(screen.getByRole('button', { name: 'Pattern line 3: 1 black of 3' })).toHaveProperty('disabled', true);
    screen.getByRole('button', { name: /Pattern line 4/ }).click();
    expect(onchoose).toHaveBeenCalledWith('4');
  });

  it('the wall asks for a column only in the row that is being tiled', () => {
    const onchoose = vi.fn();
    render(Wall, {
      seat: 0,
      rows: ['.....', 'B....', '.....', '.....', '.....'],
      grey: true,
      openRow: 2,
      openColumns: new Set([2, 4]),
      onchoose,
    });
    expect(screen.getAllByRole('button').length).toBe(2);
    screen.getByRole('button', { name: 'Column 4' }).click();
    expect(onchoose).toHaveBeenCalledWith(4);
  });
});

it('tells what each line would bring, the move itself included', () => {
  expect(gainsOf(looked, 0)).toEqual(new Map([[2, 4]]));
  expect(gainsOf(looked, 1)).toEqual(new Map());
  const column = (n: number, points: number): Looked => ({
    ...looked,
    move: `col ${n}`,
    events: [{ ...tiled, column: n, points }],
    forecast: [[{ ...tiled, line: 5, points: 7 }], []],
  });
  expect(forecastOf(column(4, 6), 0)).toEqual({ gain: 13, loss: 0 });
});

it('shows the points of every open space, and in its name', () => {
  render(Wall, {
    seat: 0,
    rows: Array<string>(5).fill('.....'),
    grey: true,
    openRow: 2,
    openColumns: new Set([2, 4]),
    points: new Map([
      [2, 1],
      [4, 6],
    ]),
  });
  expect(screen.getByRole('button', { name: 'Column 2: 1 point' }).textContent).toContain('+1');
  expect(screen.getByRole('button', { name: 'Column 4: 6 points' }).textContent).toContain('+6');
});

it('takes a double-click on a line for one press', () => {
  const onchoose = vi.fn();
  render(Lines, {
    seat: 0,
    shape: 'tile',
    bunch: bunchName,
    lines: Array<string>(5).fill(''),
    open: new Set(['4']),
    onchoose,
  });
  const line = screen.getByRole('button', { name: /Pattern line 4/ });
  for (const detail of [1, 2]) line.dispatchEvent(new MouseEvent('click', { detail, bubbles: true }));
  expect(onchoose).toHaveBeenCalledTimes(1);
  line.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true })); // a second press, later, is one
  expect(onchoose).toHaveBeenCalledTimes(2);
});
