import { beforeAll, describe, expect, it } from 'vitest';
import { placesOf } from '../coach/ask';
import type { LineOdds } from '../wire';
import { words } from '../words.svelte';
import { Counting } from './counting.svelte';
import { chance, questionsOf } from './figures';

const line = (number: number, missing: number, colour = 'R'): LineOdds => ({
  line: number,
  colour,
  missing,
  together: 0.25,
  dealt: 0.75,
});
const told = (key: string, params = {}) => ({ key, params, text: '', sign: 'neutral' as const });

beforeAll(async () => {
  await words.speak('en');
  await words.coach();
});

describe('a chance', () => {
  it('is never rounded to certainty, nor away', () => {
    expect([0, 0.004, 0.5, 0.996, 1].map(chance)).toEqual(['0%', 'under 1%', '50%', 'over 99%', '100%']);
  });
});

describe('the questions from one’s own lines', () => {
  it('are those of the lines that are begun, then the likeliest colour for the longest empty ones', () => {
    const likely = { ...line(5, 5, 'B'), dealt: 0.9 };
    const asked = questionsOf([line(2, 1), line(4, 2), line(5, 5), likely, line(3, 3)], 4);
    expect(asked.map(({ line, colour }) => `${line}${colour}`)).toEqual(['4R', '2R', '5B']);
  });
  it('ask for one factory where one pick could fill the line, else for the whole deal', () => {
    expect(questionsOf([line(4, 2), line(2, 1), line(5, 5)], 4).map(({ chance }) => chance)).toEqual([
      0.25, 0.75, 0.75,
    ]);
  });
});

describe('counting', () => {
  it('asks once for each position and hears no answer about another', () => {
    const asked: number[] = [];
    const counting = new Counting((version) => asked.push(version));
    const odds = { game: 'azul', deal: null, lines: [] } as never;
    counting.at(3);
    counting.at(3);
    counting.hear({ kind: 'counted', version: 2, odds });
    expect(counting.found).toBeNull();
    counting.hear({ kind: 'counted', version: 3, odds });
    expect([asked, counting.found]).toEqual([[3], odds]);
    counting.forget();
    counting.at(3);
    expect(asked).toEqual([3, 3]);
  });
});

describe('a nudge', () => {
  it('speaks of places on the table', () => {
    expect(placesOf(told('look_at_theirs', { seat: 1, line: 3 }), 0)).toEqual(['s1/line/3']);
    expect(placesOf(told('look_at_line', { line: 2 }), 0)).toEqual(['s0/line/2']);
    expect(placesOf(told('idea'), 0)).toEqual([]);
  });
});
