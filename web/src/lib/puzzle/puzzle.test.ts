import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../api';
import { azulBoard, azulView } from '../fixtures';
import type { Answer, PuzzleInfo } from '../wire';
import { words } from '../words.svelte';
import { helpOf } from '../coach/ask';
import { dayName, headline, lastDays, standing, themeNames } from './said';
import { Solving } from './solving.svelte';

const answer = (move: string, chance: number): Answer => ({
  move,
  right: false,
  judgement: 'blunder',
  lost: 0.3,
  chance,
  best_chance: 0.78,
  reasons: [],
  reply: [],
  version: 1,
});
const open = (part: Partial<PuzzleInfo> = {}): PuzzleInfo => ({
  id: '0123456789',
  game: 'azul',
  day: '2026-11-18',
  source: null,
  seat: 0,
  view: azulView({ boards: [azulBoard({ score: 38 }), azulBoard({ score: 41 })], round: 5 }),
  legal: ['1B>2', '4Y>4', '4Y>F'],
  rating: 1540,
  state: 'open',
  tries: [],
  left: 3,
  hints: [],
  solution: null,
  solver: null,
  change: null,
  ...part,
});
const name = (seat: number) => ['You', 'Mason'][seat]!;
const told = (key: string, params: object = {}) => ({ key, params: { ...params }, text: '', sign: 'neutral' as const });

beforeEach(async () => {
  vi.restoreAllMocks();
  await words.also('coach');
  await words.speak('en');
});

describe('what is said', () => {
  it('names what to look at, and never the move', () => {
    expect(helpOf(told('look_at_theirs', { seat: 1, line: 5 }), name)).toBe('Look at line 5 of Mason first.');
    expect(helpOf(told('look_at_factory', { place: '3' }), name)).toBe('Look at factory 3.');
    const idea = told('idea', { reason_key: 'completes', reason_params: { line: 3, points: 2 } });
    expect(helpOf(idea, name)).toMatch(/^Look for a move that completes line 3/);
    expect(helpOf(told('of_a_newer_server'), name)).toBe('');
  });

  it('tells how one stands', () => {
    const view = (mine: number, theirs: number) =>
      azulView({ round: 4, boards: [azulBoard({ score: mine }), azulBoard({ score: theirs })] });
    expect(standing(view(38, 41), 0)).toBe('Round 4: you are 3 points behind.');
    expect(standing(view(38, 41), 1)).toBe('Round 4: you are 3 points ahead.');
    expect(standing(view(38, 37), 0)).toBe('Round 4: you are 1 point ahead.');
    expect(standing(view(38, 38), 0)).toBe('Round 4: the scores are level.');
  });

  it('has a headline for every end, and themes by name', () => {
    const tries = [1, 2].map((n) => ({ move: `${n}B>1`, right: n === 2, answer: null }));
    expect(headline(open({ state: 'solved', tries }))).toBe('Solved, second try');
    expect(headline(open({ state: 'failed' }))).toBe('Not this time');
    expect(headline(open())).toBe('Which move is best here?');
    expect(themeNames(['denies', 'of-a-newer-server'])).toEqual(['Denying the opponent']);
  });

  it('counts the days of a week in the days of the server', () => {
    const days = lastDays('2026-03-01');
    expect(days.map((day) => day.toISOString().slice(0, 10))).toEqual([
      '2026-02-23',
      '2026-02-24',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
    expect(dayName(days[6]!, { weekday: 'long' })).toBe('Sunday');
  });
});

describe('solving', () => {
  const looked = () =>
    vi
      .spyOn(api, 'lookInPuzzle')
      .mockImplementation((_, moves) =>
        Promise.resolve(moves.map(() => ({ events: [], forecast: [[], []], last_round: false }))),
      );

  it('sends a try, tells that it is wrong, and hands the position back', async () => {
    looked();
    const after = open({ tries: [{ move: '4Y>4', right: false, answer: null }], left: 2 });
    const tried = vi.spyOn(api, 'tryPuzzle').mockResolvedValue(after);
    const solving = new Solving(open());
    solving.table.play('4Y>4');
    await vi.waitFor(() => expect(solving.info.left).toBe(2));
    await vi.waitFor(() => expect(solving.trial.thinking).toBeNull());
    expect(tried).toHaveBeenCalledOnce();
    expect(solving.wrong?.move).toBe('4Y>4');
    expect(solving.table.legal).toEqual(open().legal);
    expect(solving.marks).toEqual([]);
  });

  it('draws the best move and the first try once it is done, and takes no more moves', async () => {
    const look = looked();
    const solved = open({
      state: 'solved',
      tries: [
        { move: '4Y>4', right: false, answer: answer('4Y>4', 0.41) },
        { move: '1B>2', right: true, answer: answer('1B>2', 0.78) },
      ],
      solution: {
        move: '1B>2',
        line: ['1B>2'],
        chance: 0.78,
        reasons: [],
        second: { move: '2R>1', chance: 0.6, reasons: [] },
        themes: ['denies'],
      },
    });
    vi.spyOn(api, 'tryPuzzle').mockResolvedValue(solved);
    const solving = new Solving(open());
    solving.table.play('1B>2');
    await vi.waitFor(() => expect(solving.done).toBe(true));
    expect(solving.marks).toEqual([
      { kind: 'played', move: '4Y>4' },
      { kind: 'better', move: '1B>2' },
    ]);
    await vi.waitFor(() => expect([...solving.seen.keys()]).toEqual(['4Y>4', '1B>2']));
    expect(look).toHaveBeenLastCalledWith('0123456789', ['4Y>4', '1B>2']);
    await vi.waitFor(() => expect(solving.table.legal).toEqual([]));
  });

  it('says so where no help comes', async () => {
    vi.spyOn(api, 'help').mockRejectedValue(new Error('gone'));
    const solving = new Solving(open());
    await solving.help('nudge');
    expect(solving.failed).toBe(true);
    expect(solving.done).toBe(false);
  });
});
