import { describe, expect, it } from 'vitest';
import type { DuelBoard } from '../views';
import { backOf, cellsOf, cornersOf, linked, printed, spaceOf } from './dome';
import { valueOf } from './tablets';

const PLATES = ['YKTS', '*BTK', 'TRB*', 'KYR*', 'KSTR', 'TY*K', 'SKRB', 'YBKS', 'TRBS'].map((plate) => ({ plate, turn: 0 }));
const board = (tiles: string[], plates: DuelBoard['plates'] = PLATES): DuelBoard => ({
  score: 5, lines: ['', '', '', '', '', ''], plates, tiles, broken: '', chips: [], spent: [], tokens: 2, chips_taken: 0, passed: false,
});
const BARE = Array<string>(6).fill('......');
const FULL = Array<string>(6).fill('BYRKTS');

describe('plates', () => {
  it('turn clockwise', () => {
    expect(cellsOf('YKTS', 0)).toEqual(['Y', 'K', 'T', 'S']);
    expect(cellsOf('YKTS', 90)).toEqual(['T', 'Y', 'S', 'K']);
    expect(cellsOf('YKTS', 180)).toEqual(['S', 'T', 'K', 'Y']);
    expect(cellsOf('YKTS', 270)).toEqual(['K', 'S', 'Y', 'T']);
  });

  it('lie on their space of the dome', () => {
    expect(cornersOf('b2')).toEqual([[3, 3], [3, 4], [4, 3], [4, 4]]);
    expect(spaceOf(4, 3)).toBe('b2');
    const cells = printed([{ plate: 'YKTS', turn: 90 }, ...Array<null>(8).fill(null)]);
    expect(cells[0]!.slice(0, 3)).toEqual(['T', 'Y', '']);
    expect(cells[1]!.slice(0, 2)).toEqual(['S', 'K']);
  });

  it('show their type on the back', () => {
    expect([backOf('YKTS'), backOf('TB*Y'), backOf('special'), backOf('?')]).toEqual(['special', 'joker', 'special', '?']);
  });
});

describe('the dome', () => {
  it('links tiles in row and column', () => {
    expect(linked(['BB.B..', 'R.....', '......', '......', '......', '......'], 1, 1)).toEqual([[1, 1], [1, 2], [2, 1]]);
  });

  it.each([
    ['rows', 0, 18], ['columns', 0, 42], ['diagonals', 0, 20], ['outer-spaces', 0, 20], ['corner-plates', 0, 22], ['five-colours', 0, 24],
    ['jokers', 0, 8], ['specials', -15, 0],
  ])('%s counts %i bare and %i full', (tablet, bare, full) => {
    expect(valueOf(tablet, board(BARE))).toBe(bare);
    expect(valueOf(tablet, board(FULL))).toBe(full);
  });

  it('gives nothing for jokers while one is free', () => {
    const tiles = FULL.map((row, i) => (i === 0 ? `BY.KTS` : row));
    expect(valueOf('jokers', board(tiles))).toBe(0);
  });
});
