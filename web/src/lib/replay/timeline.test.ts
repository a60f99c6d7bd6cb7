import { describe, expect, it } from 'vitest';
import { azulBoard, azulView, replayOf } from '../fixtures';
import {
  along,
  areaOf,
  down,
  heightOf,
  lineOf,
  plyAt,
  roundAt,
  roundJump,
  roundsOf,
  scoresOf,
  viewsOf,
} from './timeline';

const view = (round: number, ...scores: number[]) =>
  azulView({ round, boards: scores.map((score) => azulBoard({ score })) });
const replay = replayOf([view(1, 0, 0), view(1, 0, 0), view(2, 3, 1), view(2, 3, 1), view(3, 8, 0), view(3, 20, 4)], {
  ending: { scores: [27, 4], winners: [0], reason: 'most points', breakdown: [] },
});
const views = viewsOf(replay);
const rounds = roundsOf(views);

describe('the course of a game', () => {
  it('has one position more than moves, and ends with the scores of the end', () => {
    expect(scoresOf(replay, views)).toEqual([
      [0, 0],
      [0, 0],
      [3, 1],
      [3, 1],
      [8, 0],
      [27, 4],
    ]);
    expect(scoresOf({ ...replay, ending: null }, views).at(-1)).toEqual([20, 4]);
  });

  it('is cut into rounds without a gap', () => {
    expect(rounds).toEqual([
      { round: 1, from: 0, to: 2 },
      { round: 2, from: 2, to: 4 },
      { round: 3, from: 4, to: 5 },
    ]);
    expect(roundAt(rounds, 0)?.round).toBe(1);
    expect(roundAt(rounds, 2)?.round).toBe(2);
    expect(roundAt(rounds, 5)?.round).toBe(3);
  });

  it('is walked from round to round', () => {
    expect(roundJump(rounds, 3, 5, -1)).toBe(2);
    expect(roundJump(rounds, 2, 5, -1)).toBe(0);
    expect(roundJump(rounds, 0, 5, -1)).toBe(0);
    expect(roundJump(rounds, 3, 5, 1)).toBe(4);
    expect(roundJump(rounds, 4, 5, 1)).toBe(5);
  });
});

describe('the graph', () => {
  it('finds the ply nearest to a point, and stays within the game', () => {
    expect([-0.2, 0, 0.29, 0.31, 1, 1.4].map((share) => plyAt(share, 5))).toEqual([0, 0, 1, 2, 5, 5]);
    expect(along(0, 0)).toBe(0);
    for (let ply = 0; ply <= 178; ply += 1) expect(plyAt(along(ply, 178), 178)).toBe(ply);
  });

  it('leaves room for the best and for those below nothing', () => {
    expect(
      heightOf([
        [0, 0],
        [27, -4],
      ]),
    ).toEqual({ low: -4, high: 27, rules: [0, 10, 20] });
    expect(heightOf([[0, 0]])).toMatchObject({ low: 0, high: 10 });
    expect(down(27, { low: -3, high: 27, rules: [] })).toBe(0);
    expect(down(-3, { low: -3, high: 27, rules: [] })).toBe(1);
  });

  it('draws level lines that rise where points come', () => {
    const height = { low: 0, high: 10, rules: [] };
    expect(lineOf([[0], [0], [5], [5], [10]], 0, height)).toBe('M0 100H500V50H1000V0');
    expect(areaOf([[0], [5]], 0, height)).toBe('M0 100H1000V50V100H0Z');
  });
});
