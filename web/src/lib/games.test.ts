// A game is one row: what a third one would add is enough for addresses, choices and the sections of its rules.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GAMES, gameNames, gameOr, isGame, type GameName } from './games';
import { parse } from './router.svelte';
import { PHASES, PLACES, sectionAt, sectionNow } from './rules/where';

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

describe('a third game', () => {
  beforeEach(() => {
    GAMES[TOY] = { shape: 'disc', parts: GAMES.azul.parts };
    PLACES[TOY] = [[/^heap/, 'taking']];
    PHASES[TOY] = { choice: 'favourites' };
  });
  afterEach(() => {
    for (const rows of [GAMES, PLACES, PHASES]) delete (rows as Record<string, unknown>)[TOY];
  });

  it('has addresses', () => {
    expect(gameNames()).toEqual(['azul', 'duel', 'toy']);
    expect(parse('/rules/toy', '', '#taking')).toEqual({ page: 'rules', game: 'toy', section: 'taking' });
    expect(parse('/learn/toy')).toEqual({ page: 'learn', game: 'toy' });
    expect(gameOr('toy')).toBe('toy');
  });

  it('has sections of its own in the rules', () => {
    expect(sectionAt(TOY, 'heap/2')).toBe('taking');
    expect(sectionAt(TOY, 'factory/1')).toBeNull();
    expect(sectionNow({ game: TOY, phase: 'choice' } as never, false)).toBe('favourites');
  });
});
