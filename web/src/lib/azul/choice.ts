// What can still be chosen, from the legal moves alone and what is picked so far. It reads notation; it knows no rules.

import { remembered } from '../notation';

export interface Take {
  kind: 'take';
  text: string;
  source: string;
  /** `B`, `J`, or `BJ`: a colour, the jokers, or both. */
  tiles: string;
  to: string;
}
export interface Drop {
  kind: 'drop';
  text: string;
  jokers: number;
}
export interface Space {
  kind: 'space';
  text: string;
  column: number;
}
export type Move = Take | Drop | Space;

/** Tiles in the hand, before they are laid down. */
export interface Pick {
  source: string;
  tiles: string;
}

export const parse = remembered(read);

function read(text: string): Move {
  const take = /^([1-9C])([BYRKW]?J?)>([1-5F])$/.exec(text);
  if (take?.[2]) return { kind: 'take', text, source: take[1]!, tiles: take[2], to: take[3]! };
  const drop = /^drop (\d+)J$/.exec(text);
  if (drop) return { kind: 'drop', text, jokers: Number(drop[1]) };
  const space = /^col (\d)$/.exec(text);
  if (space) return { kind: 'space', text, column: Number(space[1]) };
  throw new Error(`not a move of Azul: ${text}`);
}

const takesOf = (legal: readonly string[]): Take[] => legal.map(parse).filter((move) => move.kind === 'take');
const has = (legal: readonly string[], pick: Pick) =>
  takesOf(legal).some((take) => take.source === pick.source && take.tiles === pick.tiles);

/** The tiles that may be picked, as `source/letter`. */
export function sources(legal: readonly string[]): Set<string> {
  return new Set(takesOf(legal).flatMap((take) => [...take.tiles].map((letter) => `${take.source}/${letter}`)));
}

/** What is picked after a tap on a tile: jokers join the colour picked at the same place, and leave it again. */
export function tap(legal: readonly string[], pick: Pick | null, source: string, letter: string): Pick | null {
  if (pick?.source === source) {
    const together = [...new Set(pick.tiles + letter)].sort((a, b) => Number(a === 'J') - Number(b === 'J')).join('');
    const rest = pick.tiles.replace(letter, '');
    if (pick.tiles.includes(letter))
      return rest && has(legal, { source, tiles: rest }) ? { source, tiles: rest } : null;
    if (has(legal, { source, tiles: together })) return { source, tiles: together };
  }
  if (has(legal, { source, tiles: letter })) return { source, tiles: letter };
  const wider = takesOf(legal).find((take) => take.source === source && take.tiles.includes(letter));
  return wider ? { source, tiles: wider.tiles } : null;
}

/** The lines, and the floor, that what is picked may go to. */
export function targets(legal: readonly string[], pick: Pick | null): Set<string> {
  if (!pick) return new Set();
  return new Set(
    takesOf(legal).flatMap((take) => (take.source === pick.source && take.tiles === pick.tiles ? [take.to] : [])),
  );
}

/** The move that lays what is picked there. */
export function moveTo(legal: readonly string[], pick: Pick | null, to: string): string | null {
  const text = pick ? `${pick.source}${pick.tiles}>${to}` : '';
  return legal.includes(text) ? text : null;
}

/** Whether jokers could join what is picked, or leave it: the pick with the other choice. */
export function otherPick(legal: readonly string[], pick: Pick | null): Pick | null {
  if (!pick || pick.tiles === 'J') return null;
  const tiles = pick.tiles.endsWith('J') ? pick.tiles.slice(0, -1) : `${pick.tiles}J`;
  return has(legal, { source: pick.source, tiles }) ? { source: pick.source, tiles } : null;
}

/** The columns that may be chosen, and the numbers of jokers that may fall. */
export const columns = (legal: readonly string[]): Set<number> =>
  new Set(legal.map(parse).flatMap((move) => (move.kind === 'space' ? [move.column] : [])));
export const drops = (legal: readonly string[]): number[] =>
  legal.map(parse).flatMap((move) => (move.kind === 'drop' ? [move.jokers] : []));
