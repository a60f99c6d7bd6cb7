// Sentences that are put together from parts, read as a whole.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as azul from './azul/say';
import * as duel from './duel/say';
import { CODES, type Language } from './languages';
import { phrase } from './reasons';
import { bunchName } from './tiles';
import type { GameEvent, LogEntry } from './wire';
import { words } from './words.svelte';

const name = (seat: number) => ['Ada', 'Oracle'][seat]!;
const plainly = (text: string) => text.replaceAll('\u00a0', ' ');
const say = (game: typeof azul | typeof duel, event: object) => plainly(game.sentence(event as GameEvent, name));
afterAll(() => words.speak('en'));

describe('tiles agree in gender and number', () => {
  it.each([
    ['en', '1 red from factory 3.', '2 yellow, 1 joker fall to the floor.', '1 black breaks.', 'black, red'],
    [
      'fr',
      '1 rouge de la fabrique 3.',
      '2 jaunes, 1 joker tombent sur le plancher.',
      '1 noire se casse.',
      'noire, rouge',
    ],
    ['it', '1 rossa dal vassoio 3.', '2 gialle, 1 jolly cadono sul pavimento.', '1 nera si rompe.', 'nera, rossa'],
  ] as const)('in %s', async (language, taken, fallen, broken, order) => {
    await words.speak(language);
    expect(say(azul, { event: 'Taken', seat: 0, source: '3', tiles: 'R' })).toContain(taken);
    expect(say(azul, { event: 'Broken', seat: 0, tiles: 'YYJ', discarded: '' })).toBe(fallen);
    expect(say(duel, { event: 'Broken', seat: 0, tiles: 'K', discarded: '', line: null })).toBe(broken);
    expect(duel.orderName('KR')).toBe(order);
  });

  it('with each colour, one and several', async () => {
    await words.speak('fr');
    expect(bunchName('BYRKWJ')).toBe('1 bleue, 1 jaune, 1 rouge, 1 noire, 1 blanche, 1 joker');
    expect(bunchName('BBYYRRKKWWJJM')).toBe('2 bleues, 2 jaunes, 2 rouges, 2 noires, 2 blanches, 2 jokers');
    expect(bunchName('TTTTT')).toBe('5 turquoise');
    await words.speak('it');
    expect(bunchName('BYRKWJ')).toBe('1 blu, 1 gialla, 1 rossa, 1 nera, 1 bianca, 1 jolly');
    expect(bunchName('BBYYRRKKWWJJM')).toBe('2 blu, 2 gialle, 2 rosse, 2 nere, 2 bianche, 2 jolly');
    expect(bunchName('TTTTT')).toBe('5 turchesi');
  });
});

describe('a choice that is no taking', () => {
  it.each([
    ['en', 'Column 3', 'jokers that fall: 10', 'Ada, row 2: +4 (4 across)'],
    ['fr', 'Colonne 3', 'jokers qui tombent : 10', 'Ada, rangée 2 : +4 (4 à l’horizontale)'],
    ['it', 'Colonna 3', 'jolly che cadono: 10', 'Ada, riga 2: +4 (4 in riga)'],
  ] as const)('is told in words, in %s', async (language, space, drop, tiled) => {
    await words.speak(language);
    expect([azul.moveName('col 3'), plainly(azul.moveName('drop 10J'))]).toEqual([space, drop]);
    const event = { event: 'Tiled', seat: 0, tile: 'B', line: 2, column: 3, points: 4, across: 4, down: 1 };
    const entry = { ply: 9, seat: 0, what: 'move', move: 'col 3', events: [event] };
    expect(plainly(azul.sentence(entry as unknown as LogEntry, name))).toBe(tiled);
  });
});

describe('what happens', () => {
  it.each([
    [
      'en',
      'Bonus chip revealed on factory 2: turquoise-yellow.',
      'Ada draws a joker plate for free.',
      'Ada, specials: −6',
      'blue from the sun of the large factory to line 3',
    ],
    [
      'fr',
      'Le jeton Bonus de la fabrique 2 est révélé : turquoise-jaune.',
      'Ada pioche une plaque joker sans payer.',
      'Ada, spéciales : −6',
      'bleu du soleil de la grande fabrique vers la ligne 3',
    ],
    [
      'it',
      'Si rivela il gettone bonus del vassoio 2: turchese-giallo.',
      'Ada pesca una lastra jolly senza pagare.',
      'Ada, speciali: −6',
      'blu dal sole del vassoio grande alla linea 3',
    ],
  ] as const)('in %s', async (language, revealed, drawn, bonus, move) => {
    await words.speak(language);
    expect(say(duel, { event: 'Revealed', factory: 2, chip: 'TY' })).toBe(revealed);
    expect(say(duel, { event: 'PlateDrawn', seat: 0, paid: 0, back: 'joker' })).toBe(drawn);
    expect(say(duel, { event: 'BonusScored', seat: 0, bonus: 'specials', points: -6 })).toBe(bonus);
    expect(plainly(duel.moveName('LB>3'))).toBe(move);
  });

  it.each([
    ['en', 'Ada: a plate (blue, red, black, multicoloured)', 'Ada takes 2 blue from the sun of factory 1.'],
    ['fr', 'Ada : une plaque (bleue, rouge, noire, multicolore)', 'Ada prend 2 bleues sur le soleil de la fabrique 1.'],
    ['it', 'Ada: una lastra (blu, rossa, nera, multicolore)', 'Ada prende 2 blu dal sole del vassoio 1.'],
  ] as const)('with one colon at most, in %s', async (language, better, taken) => {
    await words.speak(language);
    await words.also('coach');
    expect(plainly(words.t('coach.line.move', { name: 'Ada', move: duel.moveName('plate BRK*') }))).toBe(better);
    expect(say(duel, { event: 'Taken', seat: 0, source: '1', tiles: 'BB', rest: '' })).toBe(taken);
    for (const move of ['keep BRK*', 'back BRK*', 'stack RYK', 'MB>X', '2T>X', 'chip 3', 'pay BY', 'b2@90'])
      expect(duel.moveName(move)).not.toContain(':');
  });
});

// Contractions that were not made, and numbers that do not agree; French counts 0 in the singular
const BROKEN: Record<Language, RegExp> = {
  en: /\b1 (points|tiles|plates|jokers)\b|\b[025] (point|tile|plate|joker)\b|\ba [aeiou]/,
  fr: /\b(de|à) les?\b|\b1 (points|tuiles|plaques|jokers)\b|\b[25] (point|tuile|plaque|joker)\b|\b[ld]e [aeiouhé]/,
  it: /\b(di|a|da|in|su) (il|lo|la|i|gli|le|l’)\b|\b1 (punti|piastrelle|lastre)\b|\b[025] (punto|piastrella|lastra)\b/,
};

describe.each(CODES)('every reason in %s', (language) => {
  beforeAll(() => words.speak(language));
  const keys = [
    ...readFileSync('../src/tessela/bots/analysis/texts.py', 'utf8').matchAll(
      /^ {4}"(\w+)": \("(?:good|bad|neutral)"/gm,
    ),
  ].map((found) => found[1]!);

  it('is known here', () => {
    expect(keys.length).toBeGreaterThan(50);
    expect(keys.filter((key) => !words.has(`reason.${key}`))).toEqual([]);
  });

  it.each([0, 1, 2, 5])('reads well with %i', (n) => {
    for (const letter of 'BYRKWT') {
      const params = {
        line: n,
        points: n,
        column: n,
        colour: letter,
        filled: n,
        size: 5,
        tiles: letter.repeat(Math.max(n, 1)) + 'J',
        room: n,
        excess: n,
        loss: n,
        seat: n % 2,
        place: 'CLM3'[n % 4],
        needed: n,
        spaces: `${letter}S*`,
        back: n ? 'special' : 'joker',
        plates: n,
        plate: `${letter}KTS`,
        factory: n,
        chip: `${letter}T`,
        chips: [letter, 'TY'],
        missing: n,
        below: n,
        others: `${letter}*`,
        number: n,
        more: n,
      };
      for (const key of keys) {
        const said = phrase({ key, params }, name);
        expect(said).not.toMatch(/[{}]|undefined|\b(tile|colour|reason)\.|  /);
        expect(said).not.toMatch(BROKEN[language]);
      }
    }
  });
});
