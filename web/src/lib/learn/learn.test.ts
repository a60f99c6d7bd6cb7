import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../api';
import { CODES } from '../languages';
import type { DuelView, TableInfo, View } from '../wire';
import { AZUL } from './azul';
import { advise, lights, type Part, type Scene } from './coach';
import { DUEL } from './duel';
import { Session } from './session.svelte';
import { words } from '../words.svelte';
import { coachWords } from './words.svelte';

const read = (language: string) =>
  JSON.parse(readFileSync(`src/lib/learn/words/${language}.json`, 'utf8')) as Record<string, string>;
const positions = JSON.parse(readFileSync('../src/tessela/server/lessons.json', 'utf8')) as Record<string, View>;
const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join(' ');
const scene = (view: View, legal: string[], more: Partial<Scene> = {}): Scene => ({
  view,
  seat: 0,
  legal,
  log: [],
  over: false,
  ...more,
});

describe('the words of the coach', () => {
  const english = read('en');

  it.each(CODES.filter((code) => code !== 'en'))('are complete in %s, with the same holes', (language) => {
    const other = read(language);
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english))
      expect(`${key}: ${holes(other[key]!)}`).toBe(`${key}: ${holes(text)}`);
  });

  it('count what they tell', async () => {
    await words.speak('fr');
    await coachWords.speak('fr');
    const say = (n: number) => coachWords.say('azul.bar.say', 'azul', { n, points: 'P', line: 1, colour: 'bleu' });
    expect([say(1), say(3)].map((text) => text.split('. ')[0])).toEqual([
      '1 ligne pleine a posé une tuile sur le mur\u00a0: P',
      '3 lignes pleines ont posé une tuile sur le mur\u00a0: P',
    ]);
    expect(coachWords.say('step', 'azul', { n: 1, of: 8 })).toBe('Leçon 1 sur 8');
    await words.speak('en');
  });

  it.each(CODES)('are short in %s: a phone has room for them, and praise stands beside what comes next', (language) => {
    const long = Object.entries(read(language)).filter(
      ([key, { length }]) => length > (key.endsWith('.done') ? 32 : key.startsWith('cue.') ? 18 : 180),
    );
    expect(long).toEqual([]);
  });

  it('are there for every lesson, and every lesson has its section in the rules', () => {
    const rules = JSON.parse(readFileSync('src/lib/rules/words/en.json', 'utf8')) as Record<string, object>;
    for (const [game, parts] of Object.entries({ azul: AZUL, duel: DUEL })) {
      for (const lesson of parts.flatMap((part) => part.lessons)) {
        for (const text of lesson.reads ? ['title', 'say'] : ['title', 'say', 'done', 'wrong'])
          expect(Object.keys(english)).toContainEqual(expect.stringMatching(`^${game}.${lesson.id}.${text}(.one)?$`));
        expect(rules[game]).toHaveProperty([lesson.rules]);
      }
      for (const part of parts) expect(positions).toHaveProperty([part.table]);
    }
  });
});

describe('a first game', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('lays one table for who presses twice, and says so when the server is away', async () => {
    vi.stubGlobal(
      'WebSocket',
      class {
        close = () => undefined;
      },
    );
    const lay = vi.spyOn(api, 'lesson').mockImplementation((name) => Promise.resolve({ id: name } as TableInfo));
    const session = new Session('azul', AZUL);
    await Promise.all([session.begin(1), session.begin(1)]);
    expect(lay).toHaveBeenCalledTimes(1);
    expect([session.part, session.table?.id, session.beginning]).toEqual([1, AZUL[1]!.table, false]);
    lay.mockRejectedValue(new Error('away'));
    await session.begin(0);
    expect([session.part, session.trouble]).toEqual([1, 'home.noServer']);
    session.close();
  });
});

describe('the coach', () => {
  const part: Part = {
    table: 'azul-1',
    lessons: [
      { id: 'one', rules: 'offer', fits: ({ legal }) => legal.filter((move) => move.startsWith('1')) },
      { id: 'two', rules: 'offer', fits: ({ legal }) => legal.filter((move) => move.startsWith('C')) },
      { id: 'told', rules: 'tiling', reads: ({ view }) => (view.round > 1 ? { n: 1 } : null) },
      { id: 'three', rules: 'end', fits: ({ legal }) => [...legal] },
    ],
  };
  const view = positions['azul-1']!;

  it('teaches the first lesson that can be taught', () => {
    expect(advise(part, [], scene(view, ['1B>2', 'CR>1']))).toMatchObject({ kind: 'do', fits: ['1B>2'] });
    expect(advise(part, [], scene(view, ['2B>2', 'CR>1']))).toMatchObject({ kind: 'do', lesson: { id: 'two' } });
  });

  it('leaves the choice free where nothing fits, and waits while the other thinks', () => {
    expect(advise(part, [], scene(view, ['2B>2']))).toEqual({ kind: 'free' });
    expect(advise(part, [], scene(view, []))).toEqual({ kind: 'wait' });
  });

  it('has nothing to read while tiles fly', () => {
    const told = { view: { ...view, round: 2 } as View, done: ['one', 'two'] };
    expect(advise(part, told.done, scene(told.view, []))).toEqual({ kind: 'wait' });
    expect(advise(part, told.done, scene(told.view, [], { over: true }))).toMatchObject({ kind: 'read' });
  });

  it('lets a lesson to read hold back those behind it', () => {
    expect(advise(part, ['one', 'two'], scene(view, ['2B>2']))).toEqual({ kind: 'free' });
    expect(advise(part, ['one', 'two'], scene({ ...view, round: 2 } as View, ['2B>2']))).toMatchObject({
      kind: 'read',
      values: { n: 1 },
    });
    expect(advise(part, ['one', 'two', 'told', 'three'], scene(view, ['2B>2']))).toEqual({ kind: 'finished' });
    expect(advise(part, ['one', 'two'], scene(view, [], { over: true }))).toEqual({ kind: 'finished' });
  });

  it('lights the next step of what fits', () => {
    expect(lights(['1B>2', '1B>3', 'CR>1'], { take: null, target: null })).toEqual([
      '[data-take="1B"]',
      '[data-take="CR"]',
    ]);
    expect(lights(['1B>2', '1B>3'], { take: '1B', target: null })).toEqual([
      '.mine [data-line="2"]',
      '.mine [data-line="3"]',
    ]);
    expect(lights(['1B>2'], { take: '1B', target: '2' })).toEqual(['[data-confirm]']);
    expect(lights(['a1@0', 'a1@90', 'b1@0'], { take: null, target: null })).toEqual([
      '[data-space="a1"]',
      '[data-space="b1"]',
    ]);
    expect(lights(['a1@0', 'b1@0'], { take: null, target: 'b1' })).toContain('[data-confirm]');
    expect(lights(['plate YKTS', 'chip 2', 'pay TY', 'done'], { take: null, target: null })).toEqual([
      '[data-plate="YKTS"]',
      '[data-chip="2"]',
      '[data-pay~="TY"]',
      '[data-confirm]',
    ]);
  });
});

describe('the courses', () => {
  it('begin Azul with a handful that fills a line', () => {
    const legal = ['1B>1', '1B>2', '2R>2', '4W>3', '4W>4', '1B>F', '3B>1'];
    expect(advise(AZUL[0]!, [], scene(positions['azul-1']!, legal))).toMatchObject({ lesson: { id: 'aim' } });
    expect(advise(AZUL[0]!, ['aim'], scene(positions['azul-1']!, legal))).toMatchObject({
      kind: 'do',
      lesson: { id: 'take' },
      fits: ['1B>2', '2R>2', '4W>3'],
    });
    expect(advise(AZUL[1]!, [], scene(positions['azul-2']!, ['2Y>2', '2Y>4', '4R>3', '4W>F']))).toMatchObject({
      kind: 'do',
      lesson: { id: 'finish' },
      fits: ['2Y>2'],
    });
  });

  it('explain the tiling of Azul before it plays', () => {
    const done = ['aim', 'take', 'line', 'centre', 'add', 'floor'];
    const says = (legal: string[]) => advise(AZUL[0]!, done, scene(positions['azul-1']!, legal)).kind;
    expect(says(['1B>2', '1Y>1', '2R>2', '2Y>1', '1B>F'])).toBe('free');
    expect(says(['1B>2', '1Y>1', '2R>2', '1B>F'])).toBe('read');
  });

  it('complete a colour of Azul, then take what costs least', () => {
    const [view, done] = [positions['azul-2']!, ['finish']];
    const at = (legal: string[]) => advise(AZUL[1]!, done, scene(view, legal));
    expect(at(['4B>5', '4B>1', '4R>3'])).toMatchObject({ lesson: { id: 'colour' }, fits: ['4B>5'] });
    expect(at(['4R>3', '4R>2', '4W>F'])).toMatchObject({ lesson: { id: 'rest' }, fits: ['4R>2'] });
    expect(at(['4R>F', '4W>F'])).toMatchObject({ lesson: { id: 'rest' }, fits: ['4R>F', '4W>F'] });
  });

  it('lead Duel to a full column', () => {
    const view = structuredClone(positions['duel-2']!) as DuelView;
    const at = scene({ ...view, phase: 'space' } as View, ['col 1', 'col 3']);
    expect(advise(DUEL[1]!, ['tiling', 'last', 'special', 'pay'], at)).toMatchObject({
      lesson: { id: 'space' },
      fits: ['col 3'],
    });
  });

  it('begin Duel with a plate, and end it with the last tiles', () => {
    expect(advise(DUEL[0]!, ['aim'], scene(positions['duel-1']!, ['plate RTY*', 'plate YBKS']))).toMatchObject({
      kind: 'do',
      lesson: { id: 'plate' },
    });
    expect(advise(DUEL[1]!, ['tiling'], scene(positions['duel-2']!, ['MY>4', 'MY>X']))).toMatchObject({
      kind: 'do',
      lesson: { id: 'last' },
      fits: ['MY>4'],
    });
  });
});
