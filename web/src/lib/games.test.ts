// A game is one row: what a third one would add is enough for addresses, new tables, the rules and the ending.

import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lightsOf, rowsAndColumns, type EndingParts } from './ending/lights';
import Mosaic from './ending/Mosaic.svelte';
import { GAMES, gameNames, gameOr, isGame, type GameName } from './games';
import { Setup } from './home/setup.svelte';
import { termsOf } from './home/tables';
import { parse } from './router.svelte';
import Costs from './rules/parts/Costs.svelte';
import { sectionAt, sectionNow } from './rules/where';

const TOY = 'toy' as GameName;

describe('the games', () => {
  it('are those of the server, the first of them where none is named', () => {
    expect(gameNames()).toEqual(['azul', 'duel']);
    expect(gameOr(null)).toBe('azul');
    expect(gameOr('toy')).toBe('azul');
    expect(isGame('toString')).toBe(false);
    expect(parse('/rules/toy')).toEqual({ page: 'missing' });
    expect(parse('/learn/toy')).toEqual({ page: 'missing' });
  });
});

// tiles from a heap, laid in two rows
const ENDING: EndingParts = {
  tilesOf: () => ['BB', 'B.'],
  found: (view, seat) => rowsAndColumns(2, ([row, column]) => ENDING.tilesOf(view, seat)[row]![column] !== '.'),
  Ground: (await GAMES.azul.ending()).Ground,
};
const VIEW = { game: TOY, phase: 'choice', boards: [] } as never;

describe('a third game', () => {
  beforeEach(() => {
    GAMES[TOY] = {
      shape: 'disc',
      home: {
        ...GAMES.azul.home,
        standard: { favourite: 'B' },
        options: ({ chosen }) => ({ ...chosen }),
        terms: ({ favourite }) => [`favourite ${String(favourite)}`],
      },
      rules: {
        places: [[/^heap/, 'taking']],
        phases: { choice: 'favourites' } as never,
        costs: [5],
        markerCost: 2,
      },
      table: GAMES.azul.table,
      odds: GAMES.azul.odds,
      sketch: GAMES.azul.sketch,
      ending: () => Promise.resolve(ENDING),
    };
  });
  afterEach(() => {
    delete (GAMES as Record<string, unknown>)[TOY];
    cleanup();
    localStorage.clear();
  });

  it('has addresses', () => {
    expect(gameNames()).toEqual(['azul', 'duel', 'toy']);
    expect(parse('/rules/toy', '', '#taking')).toEqual({ page: 'rules', game: 'toy', section: 'taking' });
    expect(parse('/learn/toy')).toEqual({ page: 'learn', game: 'toy' });
    expect(gameOr('toy')).toBe('toy');
  });

  it('has choices of its own, which are kept and told', () => {
    const setup = new Setup<{ favourite: string }>(TOY, () => null);
    expect(setup.options).toMatchObject({ favourite: 'B', players: 2 });
    setup.change({ favourite: 'R' });
    const again = new Setup(TOY, () => null);
    expect(termsOf({ game: TOY, options: again.options, clock: null })[0]).toBe('favourite R');
    expect(new Setup('azul', () => null).options).toEqual({ wall: 'coloured', jokers: false });
  });

  it('has sections of its own in the rules, and its own costs', () => {
    expect(sectionAt(TOY, 'heap/2')).toBe('taking');
    expect(sectionAt(TOY, 'factory/1')).toBeNull();
    expect(sectionNow(VIEW, false)).toBe('favourites');
    const { container } = render(Costs, { game: TOY, tiles: 'M' });
    expect([...container.querySelectorAll('.figures')].map((cost) => cost.textContent)).toEqual(['−5', '−2']);
    expect(container.querySelectorAll('.paid')).toHaveLength(1);
  });

  it('has an ending that lights up', () => {
    const ending = {
      scores: [9],
      winners: [0],
      breakdown: [{ rounds: 1, rows: 3, columns: 5 }],
      reason: 'most points',
    };
    const lights = lightsOf(ENDING, VIEW, 0, ending as never);
    expect(lights.map(({ what, points, cells }) => [what, points, cells.length])).toEqual([
      ['rows', 3, 2],
      ['columns', 5, 2],
    ]);
    const { container } = render(Mosaic, { parts: ENDING, view: VIEW, seat: 0, lights });
    expect(container.querySelectorAll('use[href="#disc-B"]')).toHaveLength(3);
    expect([...container.querySelectorAll('text')].map((text) => text.textContent)).toEqual(['+3', '+5']);
  });
});
