import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import facts from './facts.json';
import { figure } from './figures';
import { blocks, marked, matches, pieces, plain, termsOf, withFacts, type Game } from './text';
import { sectionAt, sectionNow } from './where';
import { CODES } from '../languages';
import { azulView, duelView } from '../fixtures';
import type { AzulView, DuelView } from '../wire';

type Words = { ui: Record<string, string> } & Record<Game, Record<string, string[]>>;
const read = (language: string) => JSON.parse(readFileSync(`src/lib/rules/words/${language}.json`, 'utf8')) as Words;
const ENGLISH = read('en');
const GAMES = ['azul', 'duel'] as const;
const kind = (line: string) => /^@[\w:-]+/.exec(line)?.[0] ?? (line.startsWith('- ') ? '-' : '');
const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const links = (text: string) => [...text.matchAll(/\(#([\w-]+)\)/g)].map((found) => found[1]!);

describe.each(CODES)('the rules in %s', (language) => {
  const words = read(language);

  it('have the same sections, paragraphs, figures and numbers as in English', () => {
    expect(Object.keys(words.ui).sort()).toEqual(Object.keys(ENGLISH.ui).sort());
    for (const game of GAMES) {
      expect(Object.keys(words[game])).toEqual(Object.keys(ENGLISH[game]));
      for (const [id, lines] of Object.entries(words[game])) {
        expect([id, ...lines.map(kind)]).toEqual([id, ...ENGLISH[game][id]!.map(kind)]);
        lines.forEach((line, i) => expect([id, i, ...holes(line)]).toEqual([id, i, ...holes(ENGLISH[game][id]![i]!)]));
      }
    }
  });

  it.each(GAMES)('take every number of %s from the facts, and every link and figure is there', (game) => {
    for (const [id, lines] of Object.entries(words[game])) {
      for (const line of lines) {
        expect(`${id}: ${line.replace(/\{\w+\}/g, '')}`).not.toMatch(/\d/);
        for (const hole of holes(line)) expect(facts[game]).toHaveProperty(hole.slice(1, -1));
        for (const link of links(line)) expect(words[game]).toHaveProperty(link);
        if (line.startsWith('@')) expect(figure(kind(line).slice(1)).length).toBeGreaterThan(0);
      }
    }
  });
});

describe('the text', () => {
  it('has bold words, links, lists and figures', () => {
    expect(pieces('a **b** [c](#d).')).toEqual([
      { text: 'a ' },
      { text: 'b', bold: true },
      { text: ' ' },
      { text: 'c', link: 'd' },
      { text: '.' },
    ]);
    expect(blocks(['one', '- two', '- three', '@take four']).map((block) => block.kind)).toEqual([
      'text',
      'list',
      'figures',
    ]);
    expect(withFacts('azul', '{floorCosts}; {row}; {unknown}')).toBe('1, 1, 2, 2, 2, 3, 3; 2; {unknown}');
  });

  it('is found whatever its case and accents, by all words asked for', () => {
    expect(plain('Dôme “Été”')).toHaveLength('Dôme “Été”'.length);
    expect(matches(['Le Dôme', '- la **tuile** cassée'], termsOf('dome TUILE'))).toBe(true);
    expect(matches(['Le Dôme', '@floor la tuile'], termsOf('floor'))).toBe(false);
    expect(matches(['la fin d’une manche'], termsOf("d'une"))).toBe(true);
    expect(matches(['la fin d’une manche'], termsOf('d’une'))).toBe(true);
    expect(marked([{ text: 'Le Dôme' }], termsOf('dom'))).toEqual([
      { text: 'Le ' },
      { text: 'Dôm', hit: true },
      { text: 'e' },
    ]);
    expect(
      marked([{ text: 'tile tiles', bold: true }], termsOf('tiles tile'))
        .filter((piece) => piece.hit)
        .map((piece) => piece.text),
    ).toEqual(['tile', 'tiles']);
  });
});

describe('what a newcomer searches for', () => {
  it.each([
    ['en', 'azul', 'floor line', 'floor'],
    ['fr', 'azul', 'ligne plancher', 'floor'],
    ['it', 'azul', 'linea pavimento', 'floor'],
    ['fr', 'azul', 'egalite', 'end'],
    ['fr', 'azul', 'égalité', 'end'],
    ['it', 'azul', 'parita', 'end'],
    ['it', 'azul', 'parità', 'end'],
    ['en', 'duel', 'special tile', 'special'],
    ['fr', 'duel', 'tuile speciale', 'special'],
    ['fr', 'duel', 'TUILE SPÉCIALE', 'special'],
    ['it', 'duel', 'piastrella speciale', 'special'],
    ['fr', 'duel', 'jeton bonus', 'chips'],
    ['it', 'duel', 'gettone', 'chips'],
    ['fr', 'duel', 'dôme', 'plates'],
    ['fr', 'duel', 'dome', 'plates'],
  ] as const)('in %s, %s: "%s" finds the section %s', (language, game, query, section) => {
    expect(matches(read(language)[game][section]!, termsOf(query))).toBe(true);
  });
});

describe('the place in the rules', () => {
  it.each([
    ['azul', 's0/floor/2', 'floor'],
    ['azul', 'centre/marker', 'centre'],
    ['azul', 's1/wall/2/3', 'scoring'],
    ['azul', 'rules/end', 'end'],
    ['azul', 'lid', 'refill'],
    ['duel', 'factory/2/chip', 'chips'],
    ['duel', 's0/chips/1', 'payment'],
    ['duel', 'factory/L/moon/1', 'moon'],
    ['duel', 'factory/3/moon', 'stacks'],
    ['duel', 'rules/tablets', 'tablets'],
    ['duel', 's1/tokens', 'plates'],
    ['duel', 'pile', 'pile'],
  ] as const)('of %s: %s is %s', (game, place, section) => {
    expect(sectionAt(game, place)).toBe(section);
    expect(ENGLISH[game]).toHaveProperty(section);
  });

  it('follows the decision at hand', () => {
    const azul = (phase: AzulView['phase']) => azulView({ phase, wall: 'grey' });
    const duel = (phase: DuelView['phase']) => duelView({ phase });
    expect(sectionNow(azul('offer'), false)).toBe('offer');
    expect(sectionNow(azul('offer'), true)).toBe('lines');
    expect(sectionNow(azul('space'), false)).toBe('grey');
    expect(sectionNow(duel('space'), false)).toBe('tiling');
    for (const phase of ['setup', 'acquire', 'stack', 'draw', 'keep', 'place', 'return', 'pay', 'over'] as const)
      expect(ENGLISH.duel).toHaveProperty(sectionNow(duel(phase), false));
    expect(sectionAt('azul', 'nowhere')).toBeNull();
  });
});
