import { describe, expect, it } from 'vitest';
import { columns, drops, moveTo, otherPick, parse, sources, tap, targets } from './choice';
import { typed } from '../notation';

const PLAIN = ['1B>1', '1B>F', '1R>1', 'CK>3', 'CK>F'];
const JOKERS = ['1B>1', '1B>2', '1J>2', '1BJ>2', '1BJ>F', '2Y>1'];

describe('notation', () => {
  it('reads every kind of move', () => {
    expect(parse('3BJ>2')).toEqual({ kind: 'take', text: '3BJ>2', source: '3', tiles: 'BJ', to: '2' });
    expect(parse('CJ>F')).toMatchObject({ source: 'C', tiles: 'J', to: 'F' });
    expect(parse('drop 1J')).toMatchObject({ kind: 'drop', jokers: 1 });
    expect(parse('col 4')).toMatchObject({ kind: 'space', column: 4 });
    expect(() => parse('LB>3')).toThrow();
  });

  it('finds a typed move whatever its case and spaces', () => {
    expect(typed(PLAIN, ' 1b > f')).toBe('1B>F');
    expect(typed(['col 4'], 'COL4')).toBe('col 4');
    expect(typed(PLAIN, '1B>5')).toBeNull();
  });
});

describe('a choice', () => {
  it('begins at the sources of the legal moves', () => {
    expect([...sources(PLAIN)]).toEqual(['1/B', '1/R', 'C/K']);
  });

  it('goes on to the lines where the picked tiles may go', () => {
    const pick = tap(PLAIN, null, 'C', 'K');
    expect(pick).toEqual({ source: 'C', tiles: 'K' });
    expect([...targets(PLAIN, pick)]).toEqual(['3', 'F']);
    expect(moveTo(PLAIN, pick, '3')).toBe('CK>3');
    expect(moveTo(PLAIN, pick, '1')).toBeNull();
  });

  it('is taken back by a second tap, and replaced by another tile', () => {
    const pick = tap(PLAIN, null, '1', 'B');
    expect(tap(PLAIN, pick, '1', 'B')).toBeNull();
    expect(tap(PLAIN, pick, '1', 'R')).toEqual({ source: '1', tiles: 'R' });
  });

  it('lets jokers join the colour of their factory and leave it', () => {
    const blue = tap(JOKERS, null, '1', 'B');
    const both = tap(JOKERS, blue, '1', 'J');
    expect(both).toEqual({ source: '1', tiles: 'BJ' });
    expect([...targets(JOKERS, both)]).toEqual(['2', 'F']);
    expect(tap(JOKERS, both, '1', 'J')).toEqual(blue);
    expect(otherPick(JOKERS, blue)).toEqual(both);
    expect(otherPick(JOKERS, both)).toEqual(blue);
    expect(tap(JOKERS, tap(JOKERS, null, '1', 'J'), '1', 'B')).toEqual(both);
  });

  it('knows the columns and the falling jokers that may be chosen', () => {
    expect([...columns(['col 1', 'col 3'])]).toEqual([1, 3]);
    expect(drops(['drop 1J', 'drop 2J'])).toEqual([1, 2]);
  });
});
