import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { words } from './words.svelte';

const FOLDER = 'src/lib/words';
const read = (path: string) => JSON.parse(readFileSync(`${FOLDER}/${path}`, 'utf8')) as Record<string, string>;
const areas = ['', ...readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => `${entry.name}/`)];
const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join(' ');

describe.each(areas)('the words of "%s"', (area) => {
  const english = read(`${area}en.json`);

  it.each(['fr', 'it'])('are complete in %s, with the same holes', (language) => {
    const other = read(`${area}${language}.json`);
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) expect(`${key}: ${holes(other[key]!)}`).toBe(`${key}: ${holes(text)}`);
  });

  it('have both forms of everything counted', () => {
    for (const key of Object.keys(english)) if (key.endsWith('.one')) expect(english).toHaveProperty([key.replace(/one$/, 'other')]);
  });
});

it('fills in names and counts', async () => {
  await words.speak('fr');
  expect(words.t('round', { n: 3 })).toBe('Manche 3');
  expect(words.n('points', 1)).toBe('1 point');
  expect(words.n('points', 2)).toBe('2 points');
});
