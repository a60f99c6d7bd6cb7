import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Refusal } from './api';
import { refusalOf, troubleOf } from './trouble';
import type { Refused } from './wire';
import { words } from './words.svelte';

beforeAll(async () => {
  await words.also('calling');
  await words.also('meet');
  await words.speak('fr');
});
afterAll(() => words.speak('en'));

it('tells what the server refused in the language of the page', () => {
  expect(troubleOf(new Refusal(409, 'full', 'no seat is free at this table'))).toBe(
    'Il n’y a plus de place libre à cette table.',
  );
  expect(troubleOf(new Refusal(422, 'not-valid', 'the record lacks moves'))).toBe('Le contenu n’est pas valide.');
  expect(troubleOf(new Refusal(422, 'not-valid', 'ply 7: 9Z>9 is no move'))).toBe(
    'Le contenu n’est pas valide à partir du coup 7.',
  );
  expect(troubleOf(new Refusal(418, 'teapot', 'short and stout'))).toBe('Le serveur a refusé cette demande.');
  expect(troubleOf(new TypeError('Failed to fetch'))).toBe(words.t('home.noServer'));
  expect(refusalOf({ reason: 'illegal', text: 'no such move' } as Refused)).toBe('Ce coup n’est pas permis ici.');
  expect(refusalOf({ reason: 'teapot', text: 'short and stout' } as unknown as Refused)).toBe(
    'Le serveur a refusé cette demande.',
  );
});

// programs alone can meet these: the page sends a cookie and whole requests from its own address, and knows its lessons and games;
// where nobody of a name shows a profile, its page says so in words of its own
const FOR_PROGRAMS = [
  'bad-page',
  'bad-token',
  'foreign',
  'gone',
  'no-challenge',
  'no-game',
  'no-guest',
  'not-for-bots',
  'no-lesson',
  'no-opponent',
  'no-player',
  'no-session',
  'no-such-thing',
];

it('has a sentence for every word of the server', () => {
  const folder = '../src/tessela/server';
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');
  const said = [...sources.matchAll(/(?:HouseError|problem)\(\d{3}, "([\w-]+)"/g)].map((found) => found[1]!);
  expect(said.length).toBeGreaterThan(15);
  expect(said.filter((word) => !FOR_PROGRAMS.includes(word) && !words.has(`problem.${word}`))).toEqual([]);
});
