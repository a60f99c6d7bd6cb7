// How a result came about, in figures that add up as they are shown: an even start, the deals, and what everybody's slips changed.

import { adding } from '../coach/chances';
import type { Luck } from '../wire';

export interface Part {
  what: 'start' | 'deals' | 'slips';
  /** Whose slips. */
  seat: number | null;
  /** In whole percent. */
  points: number;
}

export interface Dealt {
  round: number;
  /** In whole percent, and in points of the game. */
  percent: number;
  points: number;
}

/** The parts of the result of a seat, its own slips last. Together they are the result. */
export function partsOf(luck: Luck, seat: number): Part[] {
  const others = luck.slips.map((_, other) => other).filter((other) => other !== seat);
  const parts: Omit<Part, 'points'>[] = [
    { what: 'start', seat: null },
    { what: 'deals', seat: null },
    ...[...others, seat].map((slipped) => ({ what: 'slips' as const, seat: slipped })),
  ];
  const exact = parts.map(({ what, seat: slipped }) => {
    if (what === 'start') return luck.start.chance[seat]!;
    return what === 'deals' ? luck.luck.chance[seat]! : luck.slips[slipped!]!.chance[seat]!;
  });
  const shown = adding(exact, resultOf(luck, seat));
  return parts.map((part, i) => ({ ...part, points: shown[i]! }));
}

/** The result of a seat in whole percent. */
export const resultOf = (luck: Luck, seat: number): number => Math.round(luck.result.chance[seat]! * 100);

/** The luck of a seat in all deals, in whole percent; what one has gained the other has lost, to the last figure. */
export function luckOf(luck: Luck, seat: number): number {
  const exact = luck.luck.chance[seat]! * 100;
  return Math.sign(exact) * Math.round(Math.abs(exact)) + 0;
}

/** The luck of a seat in the deals of each round; together they are `total`, if nothing else what `partsOf` tells of the deals. */
export function dealsOf(luck: Luck, seat: number, total = dealtOf(luck, seat)): Dealt[] {
  const rounds = new Map<number, { chance: number; points: number }>();
  for (const step of luck.steps) {
    if (step.kind !== 'deal' && step.kind !== 'reveal') continue;
    const so = rounds.get(step.round) ?? { chance: 0, points: 0 };
    rounds.set(step.round, { chance: so.chance + step.chance[seat]!, points: so.points + step.lead[seat]! });
  }
  const all = [...rounds].sort(([a], [b]) => a - b);
  const shown = adding(
    all.map(([, { chance }]) => chance),
    total,
  );
  return all.map(([round, { points }], i) => ({ round, percent: shown[i]!, points }));
}

const dealtOf = (luck: Luck, seat: number): number => partsOf(luck, seat).find(({ what }) => what === 'deals')!.points;
