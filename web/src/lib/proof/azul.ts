// Azul as a record has it: how decisions are written, what a deal is, how a position is laid out (docs/notation.md, docs/state.md).

import type { AzulEngine, State } from '../engine/engine';
import { facts } from '../engine/made/kernels';
import { Numbers } from './fields';
import { bunch, dealingOrder, dealtSizes, handfulOf, packed, ProofError, type Given } from './tiles';
import type { AzulPosition, Json, Rules } from './rules';

const LETTERS = 'BYRKWJ';
const SOURCES = 'C123456789';
const DESTINATIONS = '12345F';
const COLOURS = 5;
const ROWS = 5;
const FACTORIES = [0, 0, 5, 7, 9]; // by number of players
const NOBODY = 255;
const OFFERED_BITS = 10;
const [TAKE_JOKERS, TAKE_BOTH, DROP_JOKERS, COLUMN] = [300, 360, 660, 671];

function textOf(_: State, action: number): string {
  if (action >= COLUMN) return `col ${action - COLUMN + 1}`;
  if (action >= DROP_JOKERS) return `drop ${action - DROP_JOKERS}J`;
  const destination = DESTINATIONS[action % DESTINATIONS.length]!;
  if (action >= TAKE_JOKERS && action < TAKE_BOTH)
    return `${SOURCES[Math.floor((action - TAKE_JOKERS) / DESTINATIONS.length)]!}J>${destination}`;
  const both = action >= TAKE_BOTH;
  const source = Math.floor((both ? action - TAKE_BOTH : action) / DESTINATIONS.length);
  return `${SOURCES[Math.floor(source / COLOURS)]!}${LETTERS[source % COLOURS]!}${both ? 'J' : ''}>${destination}`;
}

const factoriesOf = (state: Numbers<'azul'>): number => FACTORIES[state.get('players')]!;

/** The tiles of a deal in an order in which they can have been drawn; one that the bag does not allow is refused. */
function given(state: State, deal: Json): Given {
  const now = new Numbers('azul', state);
  const bunches = deal.factories as string[];
  const [bag, lid] = [now.get('bag'), now.get('lid')];
  const sizes = dealtSizes(Array<number>(factoriesOf(now)).fill(4), bag, lid);
  return dealingOrder(bunches, sizes, bag, lid, LETTERS).map((letter) => LETTERS.indexOf(letter));
}

function dealOf(state: State): Json {
  const now = new Numbers('azul', state);
  return { factories: Array.from({ length: factoriesOf(now) }, (_, i) => bunch(now.get('offer', i + 1), LETTERS)) };
}

function begun(engine: AzulEngine, options: Json, bits: bigint): [State, Json] {
  const { players = 2, wall = 'coloured', jokers = false } = options;
  if (!isOneOf([2, 3, 4] as const, players) || !isOneOf(['coloured', 'grey'] as const, wall))
    throw new ProofError('there is no such game');
  if (typeof jokers !== 'boolean') throw new ProofError('there is no such game');
  const whole = { players, wall, jokers };
  return [engine.setUp(whole, bits), whole];
}

const isOneOf = <T>(values: readonly T[], value: unknown): value is T => values.includes(value as T);

/** A position as bytes, exactly as Python lays it out. */
function laid(engine: AzulEngine, position: Json): [State, Json] {
  const p = position as unknown as AzulPosition;
  const options = { players: p.players, wall: p.wall, jokers: p.jokers };
  const state = engine.setUp(options, 0n, p.first_player);
  const now = new Numbers('azul', state);
  now.put('rng', BigInt(`0x${p.rng}`));
  now.put('round_number', p.round);
  now.put('marker', p.marker ?? NOBODY);
  [p.centre, ...p.factories].forEach((text, place) => {
    now.put('offer', handfulOf(text, LETTERS), place);
    for (const letter of text) now.mark('offered', OFFERED_BITS * LETTERS.indexOf(letter) + place);
  });
  const poured = (counts: Record<string, number>) =>
    handfulOf(
      Object.entries(counts)
        .map(([letter, number]) => letter.repeat(number))
        .join(''),
      LETTERS,
    );
  now.put('bag', poured(p.bag));
  now.put('lid', poured(p.lid));
  p.boards.forEach((board, player) => {
    now.put('score', board.score, player);
    board.wall.forEach((row, r) => {
      now.put('wall_kinds', packed(row.replaceAll('.', ' '), LETTERS), ROWS * player + r);
      [...row].forEach((letter, column) => letter !== '.' && now.mark('wall', COLOURS * r + column, player));
    });
    board.lines.forEach((line, r) => {
      const at = ROWS * player + r;
      now.put('line_tiles', line.length, at);
      now.put('line_jokers', line.replaceAll(/[^J]/g, '').length, at);
      const colour = line.replaceAll('J', '')[0];
      if (colour) now.put('line_colour', LETTERS.indexOf(colour), at);
    });
    now.put('floor', packed(board.floor, `${LETTERS}M`), player);
    now.put('floor_taken', board.floor.length, player);
  });
  now.put('phase', (facts.azul.phases as readonly string[]).indexOf(p.phase));
  now.put('to_move', p.to_move ?? p.first_player);
  if (p.pending && p.phase === 'drop') {
    const { tiles = '', line } = p.pending;
    const jokers = tiles.replaceAll(/[^J]/g, '').length;
    now.put('pending_colour', LETTERS.indexOf(tiles.replaceAll('J', '')[0]!));
    now.put('pending_jokers', jokers);
    now.put('pending_tiles', tiles.length - jokers);
    now.put('pending_row', line - 1);
  } else if (p.pending) now.put('tiling_row', p.pending.line - 1);
  return [engine.noted(state), options];
}

export const azulRules: Rules<AzulEngine> = {
  options: ['players', 'wall', 'jokers'],
  textOf,
  given,
  dealOf,
  begun,
  laid,
  setUpOf: (state) => ({ first_player: new Numbers('azul', state).get('first_player') }),
};
