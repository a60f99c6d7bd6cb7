// What can still be chosen, from the legal moves alone and what is chosen so far. It reads notation; it knows no rules.

import { remembered } from '../notation';
import type { DuelPayment } from '../wire';

export type Move =
  | { kind: 'take'; source: string; colour: string; to: string }
  | { kind: 'stack'; tiles: string }
  | { kind: 'plate' | 'keep' | 'back'; plate: string }
  | { kind: 'place'; space: string; turn: number }
  | { kind: 'chip'; factory: number }
  | { kind: 'pay'; chip: string }
  | { kind: 'column'; column: number }
  | { kind: 'draw' | 'stop' | 'pass' | 'done' | 'save' };

/** What is taken up: tiles of a colour (`M` is the moon of all factories), a chip, the pile, a plate; a payment, or all chips to keep. */
export type Pick =
  | { what: 'tiles'; source: string; colour: string }
  | { what: 'chip'; factory: number }
  | { what: 'pile' }
  | { what: 'plate'; plate: string }
  | { what: 'payment'; chips: readonly string[]; moves: readonly string[] }
  | { what: 'keep' };

/** Everything chosen so far and not yet played. */
export interface Choice {
  pick: Pick | null;
  /** A line, the broken space `X`, or a column of the dome. */
  target: string | null;
  space: string | null;
  turn: number;
  /** The new stack from the bottom: which of the tiles in the hand lies there. */
  stack: readonly (number | null)[];
}

export const NOTHING: Choice = { pick: null, target: null, space: null, turn: 0, stack: [] };

/** The decision that is asked for. */
export type Asked = 'none' | 'turn' | 'pass' | 'stack' | 'draw' | 'keep' | 'place' | 'return' | 'pay' | 'column';

const WORDS = ['draw', 'stop', 'pass', 'done', 'save'] as const;

export const parse = remembered(read);

function read(text: string): Move {
  const word = WORDS.find((one) => one === text);
  if (word) return { kind: word };
  const take = /^([L1-4M])([BYRKT])>([1-6X])$/.exec(text);
  if (take) return { kind: 'take', source: take[1]!, colour: take[2]!, to: take[3]! };
  const place = /^([a-c][1-3])@(\d+)$/.exec(text);
  if (place) return { kind: 'place', space: place[1]!, turn: Number(place[2]) };
  const named = /^(stack|plate|keep|back|chip|pay|col) (\S+)$/.exec(text);
  const what = named?.[2] ?? '';
  switch (named?.[1]) {
    case 'stack':
      return { kind: 'stack', tiles: what };
    case 'plate':
    case 'keep':
    case 'back':
      return { kind: named[1], plate: what };
    case 'chip':
      return { kind: 'chip', factory: Number(what) };
    case 'pay':
      return { kind: 'pay', chip: what };
    case 'col':
      return { kind: 'column', column: Number(what) };
    default:
      throw new Error(`not a move of Azul Duel: ${text}`);
  }
}

export function asked(legal: readonly string[]): Asked {
  const kinds = new Set(legal.map((text) => parse(text).kind));
  if (kinds.size === 0) return 'none';
  if (kinds.has('stop')) return 'draw';
  if (kinds.has('pass')) return 'pass';
  if (kinds.has('pay') || kinds.has('done') || kinds.has('save')) return 'pay';
  for (const kind of ['stack', 'keep', 'place', 'column'] as const) if (kinds.has(kind)) return kind;
  return kinds.has('back') ? 'return' : 'turn';
}

/** All that the table offers at this decision, as sets to look things up in. */
export interface Open {
  /** `L/B`, `2/T`, `M/K`. */
  tiles: ReadonlySet<string>;
  chips: ReadonlySet<number>;
  plates: ReadonlySet<string>;
  pile: boolean;
  /** Lines and `X` for what is picked. */
  targets: ReadonlySet<string>;
  /** Dome spaces for the plate in the hand. */
  spaces: ReadonlySet<string>;
  columns: ReadonlySet<number>;
}

export function open(legal: readonly string[], choice: Choice): Open {
  const [tiles, chips, plates, targets] = [new Set<string>(), new Set<number>(), new Set<string>(), new Set<string>()];
  const [spaces, columns] = [new Set<string>(), new Set<number>()];
  const { pick } = choice;
  for (const text of legal) {
    const move = parse(text);
    if (move.kind === 'take') {
      tiles.add(`${move.source}/${move.colour}`);
      if (pick?.what === 'tiles' && pick.source === move.source && pick.colour === move.colour) targets.add(move.to);
    } else if (move.kind === 'chip') chips.add(move.factory);
    else if (move.kind === 'plate' || move.kind === 'keep' || move.kind === 'back') plates.add(move.plate);
    else if (move.kind === 'place') spaces.add(move.space);
    else if (move.kind === 'column') columns.add(move.column);
  }
  return { tiles, chips, plates, pile: legal.includes('draw'), targets, spaces, columns };
}

/** The move that the choice stands for, when it is whole and legal. */
export function moveOf(legal: readonly string[], choice: Choice, hand = ''): string | null {
  const text = textOf(legal, choice, hand);
  return text !== null && legal.includes(text) ? text : null;
}

function textOf(legal: readonly string[], choice: Choice, hand: string): string | null {
  const { pick, target } = choice;
  switch (asked(legal)) {
    case 'turn':
      if (pick?.what === 'tiles') return target && `${pick.source}${pick.colour}>${target}`;
      if (pick?.what === 'chip') return `chip ${pick.factory}`;
      if (pick?.what === 'plate') return `plate ${pick.plate}`;
      return pick?.what === 'pile' ? 'draw' : null;
    case 'keep':
      return pick?.what === 'plate' ? `keep ${pick.plate}` : null;
    case 'return':
      return pick?.what === 'plate' ? `back ${pick.plate}` : null;
    case 'pass':
      return 'pass';
    case 'stack':
      return `stack ${choice.stack.map((index) => (index === null ? '' : hand[index])).join('')}`;
    case 'draw':
      return 'stop';
    case 'place':
      return choice.space && `${choice.space}@${choice.turn}`;
    case 'pay':
      if (pick?.what === 'payment') return pick.moves[0] ?? null;
      return pick?.what === 'keep' ? 'save' : null;
    case 'column':
      return target && `col ${target}`;
    default:
      return null;
  }
}

/** The choice that a move stands for, so that it can be shown before it is made; what pays, in which payment. */
export function choiceOf(text: string, hand = '', payment: DuelPayment | null = null): Choice {
  const move = parse(text);
  switch (move.kind) {
    case 'pay':
    case 'done':
      return payment ? { ...NOTHING, pick: { what: 'payment', chips: payment.chips, moves: payment.moves } } : NOTHING;
    case 'save':
      return { ...NOTHING, pick: { what: 'keep' } };
    case 'take':
      return { ...NOTHING, pick: { what: 'tiles', source: move.source, colour: move.colour }, target: move.to };
    case 'chip':
      return { ...NOTHING, pick: { what: 'chip', factory: move.factory } };
    case 'draw':
      return { ...NOTHING, pick: { what: 'pile' } };
    case 'plate':
    case 'keep':
    case 'back':
      return { ...NOTHING, pick: { what: 'plate', plate: move.plate } };
    case 'place':
      return { ...NOTHING, space: move.space, turn: move.turn };
    case 'column':
      return { ...NOTHING, target: String(move.column) };
    case 'stack': {
      const free: string[] = [...hand];
      const stack = [...move.tiles].map((tile) => {
        const index = free.indexOf(tile);
        free[index] = '';
        return index;
      });
      return { ...NOTHING, stack };
    }
    default:
      return NOTHING;
  }
}

/** The best payment that a move belongs to; whoever would waste a chip by it is shown the best of all. */
export const paymentBy = (payments: readonly DuelPayment[], move: string): DuelPayment | null =>
  payments.find(({ moves }) => moves.includes(move)) ?? payments[0] ?? null;

/** Take something up, or put it back when it is in the hand already. */
export function tap(choice: Choice, pick: Pick): Choice {
  return same(choice.pick, pick) ? NOTHING : { ...NOTHING, pick };
}

export function same(one: Pick | null, other: Pick | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A tap on a dome space: put the plate there, or turn it where it lies. */
export function tapSpace(choice: Choice, space: string): Choice {
  return choice.space === space ? turned(choice, 90) : { ...choice, space };
}

export const turned = (choice: Choice, degrees: number): Choice => ({
  ...choice,
  turn: (choice.turn + degrees + 360) % 360,
});

/** Whether a choice has begun and can be taken back step by step. */
export const begun = (choice: Choice): boolean =>
  choice.pick !== null ||
  choice.target !== null ||
  choice.space !== null ||
  choice.stack.some((index) => index !== null);

/** One step back. */
export function undone(choice: Choice): Choice {
  const last = choice.stack.findLastIndex((index) => index !== null);
  if (last >= 0) return { ...choice, stack: choice.stack.map((index, i) => (i === last ? null : index)) };
  if (choice.target !== null) return { ...choice, target: null };
  return NOTHING;
}
