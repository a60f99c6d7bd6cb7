import { afterAll, expect, it } from 'vitest';
import { CODES } from './languages';
import { dated, dayOf } from './dates';
import { words } from './words.svelte';

afterAll(() => words.speak('en'));

it('writes a date as each language does', async () => {
  const written = async (day: number) => {
    const all = [];
    for (const language of CODES) {
      await words.speak(language);
      all.push(dayOf(new Date(2026, 10, day, 12).getTime()));
    }
    return all;
  };
  expect(await written(18)).toEqual(['18 November 2026', '18 novembre 2026', '18 novembre 2026']);
  expect(await written(1)).toEqual(['1 November 2026', '1er novembre 2026', '1º novembre 2026']);
});

it('joins an Italian article to the day', async () => {
  await words.also('you');
  await words.speak('it');
  const seen = (day: number) => words.t('you.session.seen', { date: dayOf(new Date(2026, 10, day, 12).getTime()) });
  expect([1, 8, 11, 18].map(seen)).toEqual([
    'visto il 1º novembre 2026',
    'visto l’8 novembre 2026',
    'visto l’11 novembre 2026',
    'visto il 18 novembre 2026',
  ]);
});

it('tells the parts that were asked for', async () => {
  await words.speak('fr');
  expect(dated(new Date('2026-11-01T12:00:00Z'), { weekday: 'long', day: 'numeric', timeZone: 'UTC' })).toBe(
    'dimanche 1er',
  );
});
