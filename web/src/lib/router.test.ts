import { expect, it } from 'vitest';
import { parse } from './router.svelte';

it('knows the addresses of the page', () => {
  expect(parse('/')).toEqual({ page: 'home' });
  expect(parse('/t/abc', '?invitation=x')).toEqual({ page: 'table', id: 'abc', invitation: 'x', seatLink: null });
  expect(parse('/r/abc', '?ply=12')).toEqual({ page: 'replay', id: 'abc', at: 12 });
  expect(parse('/rules')).toMatchObject({ page: 'rules', game: 'azul' });
  expect(parse('/rules/duel', '', '#moon')).toEqual({ page: 'rules', game: 'duel', section: 'moon' });
  expect(parse('/learn/duel')).toEqual({ page: 'learn', game: 'duel' });
  expect(parse('/puzzle')).toEqual({ page: 'puzzle', game: null, id: null, by: 'day', theme: null });
  expect(parse('/puzzle/duel', '?by=theme&theme=denies')).toEqual({
    page: 'puzzle',
    game: 'duel',
    id: null,
    by: 'theme',
    theme: 'denies',
  });
  expect(parse('/puzzle/azul', '?id=0123456789')).toMatchObject({ id: '0123456789' });
  expect(parse('/puzzle/duel', '?by=theme')).toMatchObject({ by: 'day' });
  expect(parse('/deal/azul')).toEqual({ page: 'deal', game: 'azul' });
  expect(parse('/puzzle/chess')).toEqual({ page: 'missing' });
  expect(parse('/nowhere/at/all')).toEqual({ page: 'missing' });
});
