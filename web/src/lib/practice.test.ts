import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOMENT, Practice } from './practice.svelte';
import type { Judged } from './wire';

const judged = (move: string | null, part: Partial<Judged> = {}): Judged => ({
  kind: 'judged',
  version: 4,
  move,
  fine: [],
  chance: 0.6,
  lost: null,
  blunder: false,
  reasons: [],
  missed: [],
  ...part,
});

describe('practice', () => {
  let asked: (string | null)[];
  let made: string[];
  let practice: Practice;

  beforeEach(() => {
    vi.useFakeTimers();
    [asked, made] = [[], []];
    practice = new Practice(
      (move) => asked.push(move),
      (move) => made.push(move),
    );
    practice.begin(true);
  });
  afterEach(() => void vi.useRealTimers());

  it('asks when something is to decide, and about a move once', () => {
    practice.hear(judged(null, { fine: ['1B>1'] }));
    for (const move of ['1B>1', '2R>1', '2R>1']) practice.consider(move);
    expect(asked).toEqual([null, '2R>1']);
  });

  it('lets a fine move be made at once', () => {
    practice.hear(judged(null, { fine: ['1B>1'] }));
    expect(practice.lets('1B>1')).toBe(true);
    practice.hear(judged('2R>1', { lost: 0.08 }));
    expect(practice.lets('2R>1')).toBe(true);
    expect(practice.warning).toBeNull();
  });

  it('warns of a blunder, which is made only if one insists', () => {
    practice.hear(judged('2R>F', { lost: 0.3, blunder: true }));
    expect(practice.lets('2R>F')).toBe(false);
    expect(practice.warning?.lost).toBe(0.3);
    practice.thinkAgain();
    expect(practice.warning).toBeNull();
    expect(practice.lets('2R>F')).toBe(false);
    practice.playAnyway();
    expect(made).toEqual(['2R>F']);
    expect(practice.warning).toBeNull();
    vi.advanceTimersByTime(2 * MOMENT);
    expect(made).toEqual(['2R>F']);
  });

  it('makes a move by itself if nothing is heard of it for a moment', () => {
    expect(practice.lets('2R>1')).toBe(false);
    expect(practice.lets('2R>1')).toBe(false);
    expect(asked).toEqual([null, '2R>1']);
    vi.advanceTimersByTime(MOMENT - 1);
    expect(made).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(made).toEqual(['2R>1']);
  });

  it('makes a move that waits as soon as it is known not to be a blunder, and warns if it is one', () => {
    practice.lets('2R>1');
    practice.hear(judged(null, { fine: ['3K>2'] }));
    expect(made).toEqual([]);
    practice.hear(judged('2R>1', { lost: null }));
    expect(made).toEqual(['2R>1']);
    practice.begin(true);
    practice.lets('CW>F');
    practice.hear(judged('CW>F', { lost: 0.4, blunder: true }));
    vi.advanceTimersByTime(2 * MOMENT);
    expect(made).toEqual(['2R>1']);
    expect(practice.warning?.move).toBe('CW>F');
  });

  it('forgets everything with the next decision', () => {
    practice.lets('2R>1');
    practice.hear(judged('CW>F', { blunder: true, lost: 0.4 }));
    practice.begin(false);
    vi.advanceTimersByTime(2 * MOMENT);
    expect(made).toEqual([]);
    expect(asked).toEqual([null, '2R>1']);
    practice.begin(true);
    practice.consider('2R>1');
    expect(asked).toEqual([null, '2R>1', null, '2R>1']);
  });
});
