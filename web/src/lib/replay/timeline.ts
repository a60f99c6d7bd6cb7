// The course of a game as a picture: scores by ply, the rounds, and where each lies on a line from 0 to 1.

import type { CurvePoint, Replay, View } from '../wire';

/** A round and its plies: it begins with the position after `from` moves, and ends with the position after `to` moves. */
export interface Round {
  round: number;
  from: number;
  to: number;
}

/** Every position of a game: the first is the beginning, number n the one after n moves. */
export const viewsOf = (replay: Replay): View[] => [replay.start, ...replay.frames.map((frame) => frame.view)];

/** The scores of all seats at each position. The last are those that the game ended with. */
export function scoresOf(replay: Replay, views: View[]): number[][] {
  const scores = views.map((view) => view.boards.map((board) => board.score));
  if (replay.ending) scores[scores.length - 1] = [...replay.ending.scores];
  return scores;
}

/** The rounds in order; the position that opens one belongs to it. */
export function roundsOf(views: View[]): Round[] {
  const rounds: Round[] = [];
  views.forEach((view, ply) => {
    const last = rounds.at(-1);
    if (last?.round === view.round) last.to = ply;
    else {
      if (last) last.to = ply;
      rounds.push({ round: view.round, from: ply, to: ply });
    }
  });
  return rounds;
}

export const roundAt = (rounds: Round[], ply: number): Round | undefined =>
  rounds.findLast((round) => round.from <= ply);

/** Where the round before, or the next one, begins; within a round, back means to its beginning. */
export function roundJump(rounds: Round[], ply: number, last: number, direction: -1 | 1): number {
  if (direction < 0) return rounds.findLast((round) => round.from < ply)?.from ?? 0;
  return rounds.find((round) => round.from > ply)?.from ?? last;
}

export const clamp = (ply: number, last: number): number => Math.max(0, Math.min(last, Math.round(ply)));

/** How far along the line a ply lies, from 0 to 1, and the ply that lies nearest to a point of it. */
export const along = (ply: number, last: number): number => (last === 0 ? 0 : ply / last);
export const plyAt = (share: number, last: number): number => clamp(share * last, last);

/** The height of scores: from the least (0, unless somebody is below) to the most, with round figures to rule lines at. */
export interface Height {
  low: number;
  high: number;
  rules: number[];
}

export function heightOf(scores: number[][]): Height {
  const all = scores.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(10, ...all);
  const step = [5, 10, 20, 25, 50, 100].find((size) => (high - low) / size <= 4) ?? 200;
  const rules = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) rules.push(at + 0); // never −0
  return { low, high, rules };
}

/** How far down a score lies, from 0 (the top) to 1. */
export const down = (score: number, { low, high }: Height): number => (high - score) / (high - low);

export const WIDTH = 1000;
export const TALL = 100;

/** The line of one seat: level until points come, then straight up or down. */
export function lineOf(scores: number[][], seat: number, height: Height): string {
  const last = scores.length - 1;
  const y = (ply: number) => round(down(scores[ply]![seat]!, height) * TALL);
  let path = `M0 ${y(0)}`;
  for (let ply = 1; ply <= last; ply += 1) {
    if (y(ply) !== y(ply - 1) || ply === last) path += `H${round(along(ply, last) * WIDTH)}`;
    if (y(ply) !== y(ply - 1)) path += `V${y(ply)}`;
  }
  return path;
}

/** The same with the ground below it, to be filled. */
export const areaOf = (scores: number[][], seat: number, height: Height): string =>
  `${lineOf(scores, seat, height)}V${round(down(0, height) * TALL)}H0Z`;

/** Chances lie between 0 and 1. */
export const CHANCES: Height = { low: 0, high: 1, rules: [0, 0.5, 1] };

/** The line of one seat's chance: straight from position to position, upright where a deal changed it. */
export const chanceLineOf = (curve: readonly CurvePoint[], seat: number, last: number): string =>
  curve
    .map(
      ({ ply, chance }, i) =>
        `${i ? 'L' : 'M'}${round(along(ply, last) * WIDTH)} ${round(down(chance[seat]!, CHANCES) * TALL)}`,
    )
    .join('');

const round = (number: number) => Math.round(number * 100) / 100;
