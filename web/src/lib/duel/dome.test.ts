import { describe, expect, it } from 'vitest';
import type { DuelView } from '../wire';
import { linked } from '../board';
import { duelView } from '../fixtures';
import { backOf, cellsOf, cornersOf, isSecret, printed, spaceOf } from './dome';

describe('plates', () => {
  it('turn clockwise', () => {
    expect(cellsOf('YKTS', 0)).toEqual(['Y', 'K', 'T', 'S']);
    expect(cellsOf('YKTS', 90)).toEqual(['T', 'Y', 'S', 'K']);
    expect(cellsOf('YKTS', 180)).toEqual(['S', 'T', 'K', 'Y']);
    expect(cellsOf('YKTS', 270)).toEqual(['K', 'S', 'Y', 'T']);
  });

  it('lie on their space of the dome', () => {
    expect(cornersOf('b2')).toEqual([
      [3, 3],
      [3, 4],
      [4, 3],
      [4, 4],
    ]);
    expect(spaceOf(4, 3)).toBe('b2');
    const cells = printed([{ plate: 'YKTS', turn: 90 }, ...Array<null>(8).fill(null)]);
    expect(cells[0]!.slice(0, 3)).toEqual(['T', 'Y', '']);
    expect(cells[1]!.slice(0, 2)).toEqual(['S', 'K']);
  });

  it('show their type on the back', () => {
    expect([backOf('YKTS'), backOf('TB*Y'), backOf('special'), backOf('?')]).toEqual([
      'special',
      'joker',
      'special',
      '?',
    ]);
  });
});

describe('a hand of drawn plates', () => {
  it('is a secret while fronts are in it that will go back', () => {
    const secret = (phase: DuelView['phase'], ...drawn: string[]) => isSecret(duelView({ phase, drawn }));
    expect([secret('keep', 'YKTS', 'TB*Y'), secret('place', 'YKTS'), secret('return', 'YKTS')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      secret('draw', 'YKTS', 'joker'),
      secret('keep', 'YKTS'),
      secret('place'),
      secret('return', 'special'),
    ]).toEqual([false, false, false, false]);
  });
});

describe('the dome', () => {
  it('links tiles in row and column', () => {
    expect(linked(['BB.B..', 'R.....', '......', '......', '......', '......'], 1, 1)).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
  });
});
