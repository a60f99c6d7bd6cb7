import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODES, type Language } from './languages';
import { words } from './words.svelte';

const FOLDER = 'src/lib/words';
const OTHERS = CODES.filter((code) => code !== 'en');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const areas = [
  '',
  ...readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.name}/`),
];
const texts = (area: string, language: string) => read(`${FOLDER}/${area}${language}.json`) as Record<string, string>;
const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join(' ');

/** What is read: without the names of figures and of holes, and the targets of links. */
const prose = (text: string) =>
  text
    .replace(/^@[\w:-]+ /, '')
    .replace(/\(#[\w-]+\)|\*\*/g, '')
    .replace(/\{\w+\}/g, '{}');

/** Every text of the page in a language, by where it stands: those of the table, the rules and the coach. */
function all(language: string): [where: string, text: string][] {
  const found: [string, string][] = [];
  const gather = (where: string, value: unknown): void => {
    if (typeof value === 'string') found.push([where, prose(value)]);
    else for (const [key, inner] of Object.entries(value as object)) gather(`${where}/${key}`, inner);
  };
  for (const area of areas) gather(area, texts(area, language));
  for (const folder of ['rules', 'learn']) gather(folder, read(`src/lib/${folder}/words/${language}.json`));
  return found;
}
const offending = (language: string, wrong: RegExp) =>
  all(language)
    .filter(([, text]) => wrong.test(text))
    .map(([where, text]) => `${where}: ${text}`);

describe.each(areas)('the words of "%s"', (area) => {
  const english = texts(area, 'en');

  it.each(OTHERS)('are complete in %s, with the same holes', (language) => {
    const other = texts(area, language);
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english))
      expect(`${key}: ${holes(other[key]!)}`).toBe(`${key}: ${holes(text)}`);
  });

  it('have both forms of everything counted', () => {
    const bases = (form: string) =>
      Object.keys(english)
        .filter((key) => key.endsWith(form))
        .map((key) => key.slice(0, -form.length))
        .sort();
    expect(bases('.one')).toEqual(bases('.other'));
  });
});

describe('the writing', () => {
  it.each(CODES)('has curly apostrophes, no double or outer spaces, and an ellipsis that is one, in %s', (language) => {
    expect(offending(language, /'|\.\.\.|  |[\s\u00a0]…/)).toEqual([]);
    expect(all(language).filter(([, text]) => text.trim() !== text)).toEqual([]);
  });

  it('keeps a no-break space before the double signs in French, and within quotes', () => {
    expect(offending('fr', /[^\u00a0][:;!?»%]/)).toEqual([]);
    expect(offending('fr', /«(?!\u00a0)/)).toEqual([]);
  });

  it.each(['en', 'it'])('has no space before the double signs in %s', (language) => {
    expect(offending(language, /[\s\u00a0][:;!?%]/)).toEqual([]);
  });

  it('has no no-break space where none is due', () => {
    expect(offending('fr', /\u00a0(?![:;!?»%])(?<!«\u00a0)/)).toEqual([]);
    expect([...offending('en', /\u00a0/), ...offending('it', /\u00a0/)]).toEqual([]);
  });
});

// One name for each piece, the one of the rulebooks (docs/words.md): these would be others. And one way to speak to the reader.
const FORBIDDEN: Record<Language, RegExp[]> = {
  en: [
    /first[ -]player (marker|tile)/i,
    /starting (tile|marker)/i,
    /\bcolor/i,
    /dome-plate/i,
    /scoring (tiles?|cards?)\b/i,
    /penalt/i,
    /broken line/i,
    /joker space/i,
    /\blit\b/i,
    /\bopen (bonus )?(plate|chip)/i,
  ],
  fr: [
    /carreaux?\b/i,
    /(?<!plaques? |[cC]ase |^)Dôme/,
    /plaques? dôme/,
    /lignes? (motif|plancher)/,
    /jetons? (bonus|joueur)/,
    /premier Joueur|Premier joueur/,
    /\bla tour\b/,
    /\bpions?\b/i,
    /\bround/i,
    /(grande|petites?) Fabrique/,
    /lignes? \{\} du mur|ligne du mur/,
    /cases? joker/i,
    /éclairé/i,
    /(?<![\p{L}])(tu|toi|ton|ta|tes)(?!\p{L})/iu,
  ],
  it: [
    /tessell/i,
    /mattonell/i,
    /fabbric/i,
    /\bmanche?\b/i,
    /\bmuro\b/i,
    /linea (di|del) pavimento/i,
    /segnalin[oi] bonus/i,
    /gettoni? giocatore/i,
    /\bdors[oi]\b/i,
    /casell[ae] jolly/i,
    /illuminat/i,
    /gettone (bonus )?scoperto/i,
    /\b(voi|vostr[aeio])\b|\b(scegliete|prendete|potete)\b/i,
  ],
};

describe.each(CODES)('the names of the pieces in %s', (language) => {
  it.each(FORBIDDEN[language].map((wrong) => [wrong]))('are never %s', (wrong) => {
    expect(offending(language, wrong)).toEqual([]);
  });
});

describe('filling in', () => {
  beforeAll(() => words.speak('fr'));
  afterAll(() => words.speak('en'));

  it('tells those who search for the page what it is, in their language', async () => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="description" content="Azul · Azul Duel">');
    await words.speak('fr');
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toMatch(
      /^Azul et Azul Duel à votre table/,
    );
  });

  it('speaks the language that was asked for last, whatever comes first', async () => {
    const turned = words.speak('it');
    await words.also('you'); // asked for while the language turns
    expect([words.language, words.t('you.data')]).toEqual(['it', 'I tuoi dati']);
    await turned;
    await Promise.all([words.speak('en'), words.speak('fr')]);
    expect([words.language, words.t('you.data')]).toEqual(['fr', 'Vos données']);
  });

  it('puts names and counts in their places', () => {
    expect(words.t('round', { n: 3 })).toBe('Manche 3');
    expect(words.n('points', 0)).toBe('0 point');
    expect(words.n('points', 1)).toBe('1 point');
    expect(words.n('points', 2)).toBe('2 points');
  });

  it('elides before a vowel', async () => {
    expect(words.t('board.of', { name: 'Vitrier' })).toBe('Plateau de Vitrier');
    expect(words.t('board.of', { name: 'Architecte' })).toBe('Plateau d’Architecte');
    expect(words.t('board.of', { name: 'Émile' })).toBe('Plateau d’Émile');
    expect(words.t('board.of', { name: 'Yves' })).toBe('Plateau d’Yves');
    expect(words.t('board.of', { name: 'Yannick' })).toBe('Plateau de Yannick');
    await words.also('coach');
    expect(words.t('coach.before', { n: 3, all: 9, name: 'Architecte' })).toMatch(/, avant qu’Architecte joue$/);
    await words.speak('it');
    expect(words.t('reason.denies', { seat: 'Alchimista', tiles: '2 rosse', line: 3, points: '3 punti' })).toMatch(
      /^toglie ad Alchimista 2 rosse,/,
    );
    expect(words.t('reason.denies', { seat: 'Oracolo', tiles: '2 rosse', line: 3, points: '3 punti' })).toMatch(
      /^toglie a Oracolo 2 rosse,/,
    );
  });

  it('says a figure in Italian as it is read: l’8, l’11, but il 18', async () => {
    await words.also('coach');
    await words.speak('it');
    const lost = (n: number) => words.t('told.clean.you', { lost: n });
    expect([1, 8, 11, 12, 18, 80, 100].map(lost).map((text) => /tutto (.+)\.$/.exec(text)![1])).toEqual([
      'l’1%',
      'l’8%',
      'l’11%',
      'il 12%',
      'il 18%',
      'l’80%',
      'il 100%',
    ]);
    expect(words.t('coach.givesAway', { n: '8%' })).toBe('cede l’8%');
    expect(words.t('told.gave_up.you', { chance: 11 })).toBe('Hai abbandonato all’11%.');
    expect(words.t('told.even_luck.you', { lost: 8 })).toMatch(/ dell’8%\.$/);
  });
});
