// Azul Duel as a record has it: how decisions are written, what a deal is, how a position is laid out (docs/notation.md, docs/state.md).

import { sidesOf, type DuelEngine, type State, type TabletName } from '../engine/engine';
import { facts, tablets } from '../engine/made/kernels';
import { Numbers } from './fields';
import type { DuelPosition, Json, Rules } from './rules';
import { drawnTablets } from './tablets';
import {
  bunch,
  countsOf,
  dealingOrder,
  dealtSizes,
  drawn,
  handfulOf,
  packed,
  plus,
  ProofError,
  sum,
  type Given,
} from './tiles';

const LETTERS = 'BYRKT';
const SPACES = `${LETTERS}*S`;
const PLATES = 'YKTS *BTK TRB* KYR* KSTR TY*K SKRB YBKS TRBS YR*B YSKR TKR* BKST RTY* TB*Y STYB R*BK SYBR'.split(' ');
const CHIPS = 'B T R K Y TY BR RT KB YK'.split(' ');
const SOURCES = 'L1234M';
const DESTINATIONS = '123456X';
const ORDERS = ['012', '102', '021', '120', '201', '210'];
const TURNED = ['0123', '2031', '3210', '1302'];
const DEFAULT_TABLETS = ['rows', 'columns', 'diagonals'];
const [COLOURS, LINES, DOME, ACROSS, DOME_SPACES, KINDS] = [5, 6, 6, 3, 9, 7];
const [SIZES, LARGE, DEALT] = [[5, 4, 4, 4, 4], 5, 21];
const [NOBODY, NONE, BACK_KNOWN, OFFERED_BITS] = [255, 255, 4, 10];
const [ORDER, PLATE, DRAW, PLACE, CHIP, COLUMN, PAY, DONE] = [210, 216, 234, 236, 272, 276, 282, 292];

function textOf(state: State, action: number): string {
  if (action < ORDER) {
    const source = Math.floor(action / DESTINATIONS.length);
    return `${SOURCES[Math.floor(source / COLOURS)]!}${LETTERS[source % COLOURS]!}>${DESTINATIONS[action % DESTINATIONS.length]!}`;
  }
  const now = new Numbers('duel', state);
  if (action < PLATE) {
    const tiles = bunch(now.get('pending_tiles'), LETTERS);
    return `stack ${[...ORDERS[action - ORDER]!]
      .map((one) => tiles[Number(one)] ?? '')
      .slice(0, tiles.length)
      .join('')}`;
  }
  if (action < DRAW) {
    const phase = facts.duel.phases[now.get('phase')];
    const word = phase === 'keep' ? 'keep' : phase === 'return' ? 'back' : 'plate';
    return `${word} ${PLATES[action - PLATE]!}`;
  }
  if (action < PLACE) return action === DRAW ? 'draw' : 'stop';
  if (action < CHIP) {
    const space = Math.floor((action - PLACE) / TURNED.length);
    return `${'abc'[space % ACROSS]!}${Math.floor(space / ACROSS) + 1}@${90 * ((action - PLACE) % TURNED.length)}`;
  }
  if (action < COLUMN) return `chip ${action - CHIP + 1}`;
  if (action < PAY) return `col ${action - COLUMN + 1}`;
  if (action < DONE) return `pay ${CHIPS[action - PAY]!}`;
  return ['done', 'save', 'pass'][action - DONE]!;
}

const numberIn = (names: readonly string[], name: unknown): number => {
  const found = names.indexOf(name as string);
  if (found < 0) throw new ProofError('there is no such plate or chip');
  return found;
};

/** The tiles as drawn from the bag and, once it is empty, from the tower, and the chips; what cannot have been is refused. */
function given(state: State, deal: Json): Given {
  const now = new Numbers('duel', state);
  const chips = deal.chips as string[];
  const tiles = inOrder(now, [deal.large as string, ...(deal.small as string[])]);
  const padding = Array<number>(DEALT - tiles.length).fill(-1);
  const dealt = chips.map((name) => numberIn(CHIPS, name));
  if (CHIPS.some((name, kind) => chips.filter((one) => one === name).length > now.get('chip_supply', kind)))
    throw new ProofError('there are not so many chips of a kind');
  return [...tiles.map((letter) => LETTERS.indexOf(letter)), ...padding, ...dealt];
}

function inOrder(now: Numbers<'duel'>, bunches: string[]): string[] {
  const [bag, tower] = [now.get('bag'), now.get('tower')];
  const sizes = dealtSizes(SIZES, bag, tower);
  const [inBag, inTower] = [countsOf(bag, LETTERS), countsOf(tower, LETTERS)];
  const all = plus(inBag, inTower);
  const large = bunches[0]!;
  checkFive(large, sum(inBag) >= LARGE ? inBag : all);
  if (!redrawnAcrossRestock(inBag, all, large)) return dealingOrder(bunches, sizes, bag, tower, LETTERS);
  if (bunches.some((one, i) => one.length !== sizes[i])) throw new ProofError('the factories have other sizes');
  return drawn(bunches, all, countsOf(0, LETTERS));
}

/** Five equal tiles on the large factory are drawn again while the bag holds another colour. */
function checkFive(large: string, from: Record<string, number>): void {
  if (large.length !== LARGE || large !== large[0]!.repeat(LARGE)) return;
  if (sum(from) - from[large[0]!]!) throw new ProofError('five equal tiles are drawn again');
}

/** Whether the large factory shows that five equal tiles, the last of the bag among them, went back and were drawn again. */
function redrawnAcrossRestock(bag: Record<string, number>, all: Record<string, number>, large: string): boolean {
  const left = [...LETTERS].filter((letter) => bag[letter]);
  const [one] = left;
  if (left.length !== 1 || !one || bag[one]! >= LARGE || large.split(one).length - 1 >= bag[one]!) return false;
  return all[one]! >= LARGE;
}

function dealOf(state: State): Json {
  const now = new Numbers('duel', state);
  const [large, ...small] = now.all('sun').map((sun) => bunch(sun, LETTERS));
  return { large, small, chips: now.all('chip').map((chip) => CHIPS[chip]) };
}

function begun(engine: DuelEngine, options: Json, bits: bigint, choosing: bigint): [State, Json] {
  const names = wished(options.tablets, choosing);
  sidesOf(names);
  const chosen = tablets.flat().filter((name) => names.includes(name));
  return [engine.setUp({ tablets: chosen }, bits), { tablets: chosen }];
}

function wished(wish: unknown, bits: bigint): string[] {
  if (wish === undefined || wish === null) return DEFAULT_TABLETS;
  if (wish === 'random' || wish === 3 || wish === 4) return drawnTablets(wish, bits);
  if (Array.isArray(wish) && wish.every((name) => typeof name === 'string')) return wish;
  throw new ProofError('there are no such tablets');
}

function laid(engine: DuelEngine, position: Json): [State, Json] {
  const p = position as unknown as DuelPosition;
  const options = { tablets: p.tablets as TabletName[] };
  const state = engine.setUp(options, 0n, p.first_player);
  const now = new Numbers('duel', state);
  layTable(now, p);
  p.boards.forEach((board, player) => layBoard(now, board, player));
  layPending(now, p);
  return [engine.noted(state), options];
}

const poured = (counts: Record<string, number>): number =>
  handfulOf(
    Object.entries(counts)
      .map(([letter, number]) => letter.repeat(number))
      .join(''),
    LETTERS,
  );

function layTable(now: Numbers<'duel'>, p: DuelPosition): void {
  now.put('rng', BigInt(`0x${p.rng}`));
  now.put('round_number', p.round);
  now.put('phase', (facts.duel.phases as readonly string[]).indexOf(p.phase));
  now.put('to_move', p.to_move ?? p.first_player);
  now.put('starting_tile', p.starting_tile ?? NOBODY);
  now.put('bag', poured(p.bag));
  now.put('tower', poured(p.tower));
  now.put('large_moon', handfulOf(p.large.moon, LETTERS));
  [p.large, ...p.small].forEach(({ sun }, source) => {
    now.put('sun', handfulOf(sun, LETTERS), source);
    for (const letter of sun) now.mark('offered', OFFERED_BITS * LETTERS.indexOf(letter) + source);
  });
  p.small.forEach(({ moon, chip }, factory) => {
    now.put('stack', packed(moon, LETTERS), factory);
    now.put('stack_height', moon.length, factory);
    now.put('chip', chip === null ? NONE : numberIn(CHIPS, chip), factory);
  });
  CHIPS.forEach((name, kind) => now.put('chip_supply', p.chip_supply[name]!, kind));
  layPlates(now, p);
}

function layPlates(now: Numbers<'duel'>, p: DuelPosition): void {
  p.display.forEach((name, at) => now.put('display', name === null ? NONE : numberIn(PLATES, name), at));
  now.put('pile_size', p.pile.length);
  PLATES.forEach((_, i) => {
    const at = p.pile.length - 1 - i;
    const name = p.pile[at];
    const seen = name === undefined ? 0 : p.pile_seen[at]!.reduce((set, seat) => set | (1 << seat), 0);
    now.put('pile', name === undefined ? NONE : numberIn(PLATES, name), i);
    now.put('pile_seen', seen | (p.pile_backs[at] ? BACK_KNOWN : 0), i);
  });
  p.drawn.forEach((name, i) => now.put('drawn', numberIn(PLATES, name), i));
  now.put('drawn_size', p.drawn.length);
}

function layBoard(now: Numbers<'duel'>, board: DuelPosition['boards'][number], player: number): void {
  now.put('score', board.score, player);
  now.put('tokens', board.tokens, player);
  now.put('chips_taken', board.chips_taken, player);
  now.put('passed', Number(board.passed), player);
  const cells = [...board.tiles.join('')];
  board.plates.forEach((plate, space) => {
    if (!plate) return;
    const at = DOME_SPACES * player + space;
    now.put('plates', numberIn(PLATES, plate.plate), at);
    now.put('turns', plate.turn / 90, at);
    [...TURNED[plate.turn / 90]!].forEach((from, i) => {
      const kind = SPACES.indexOf(plate.plate[Number(from)]!);
      const cell = cellOf(space, i);
      now.mark('spaces', cell, KINDS * player + kind);
      if (SPACES[kind] === '*' && cells[cell] !== '.') now.put('joker_colour', LETTERS.indexOf(cells[cell]!), at);
    });
  });
  cells.forEach((letter, cell) => letter !== '.' && now.mark('filled', cell, player));
  board.lines.forEach((line, row) => line && layLine(now, line, row, player));
  now.put('broken', packed(board.broken, LETTERS), player);
  now.put('broken_tiles', board.broken.length, player);
  CHIPS.forEach((name, kind) => {
    now.put('chips', board.chips.filter((chip) => chip === name).length, CHIPS.length * player + kind);
    now.put('spent', board.spent.filter((chip) => chip === name).length, CHIPS.length * player + kind);
  });
}

/** The cell of one of the four spaces of a dome space. */
const cellOf = (space: number, i: number): number =>
  DOME * (2 * Math.floor(space / ACROSS) + Math.floor(i / 2)) + 2 * (space % ACROSS) + (i % 2);

/** A line with tiles takes its own colour alone, and nothing once it is full. */
function layLine(now: Numbers<'duel'>, line: string, row: number, player: number): void {
  const colour = LETTERS.indexOf(line[0]!);
  now.put('line_tiles', line.length, LINES * player + row);
  now.put('line_colour', colour, LINES * player + row);
  for (let other = 0; other < COLOURS; other++) {
    const takes = other === colour && line.length <= row;
    if (!takes) now.clear('accepts', DESTINATIONS.length * other + row, player);
  }
}

function layPending(now: Numbers<'duel'>, { pending, phase }: DuelPosition): void {
  now.put('pending_tiles', handfulOf(pending?.tiles ?? '', LETTERS));
  now.put('pending_factory', (pending?.factory ?? 1) - 1);
  now.put('pending_plate', pending?.plate === undefined ? NONE : numberIn(PLATES, pending.plate));
  now.put('from_pile', Number(phase === 'keep' || pending?.from === 'pile'));
  now.put('same_backs', Number(pending?.backs === 'same'));
  now.put('tiling_row', (pending?.line ?? 1) - 1);
  for (const name of pending?.paid ?? [])
    now.put('paid', now.get('paid', numberIn(CHIPS, name)) + 1, numberIn(CHIPS, name));
}

export const duelRules: Rules<DuelEngine> = {
  options: ['tablets'],
  textOf,
  given,
  dealOf,
  begun,
  laid,
  setUpOf: (state) => {
    const now = new Numbers('duel', state);
    const pile = now.all('pile').slice(0, now.get('pile_size'));
    return {
      first_player: now.get('first_player'),
      pile: [...now.all('display'), ...pile.reverse()].map((plate) => PLATES[plate]),
    };
  },
};
