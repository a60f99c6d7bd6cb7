// The rules of a game and what its bots know, in WebAssembly. A state is a value: bytes exactly as Python's records have them.

import { Arena } from './arena';
import { DRAWN, newDesk } from './desk';
import { EngineError } from './error';
import { numberOf, writeLong, type Field } from './fields';
import {
  deskParts,
  facts,
  numbers,
  rooms,
  states,
  tablets,
  type Address,
  type AzulKernels,
  type Desk,
  type DuelKernels,
  type GameName,
  type Kernels,
} from './made/kernels';
import { Search, type TreeSize } from './search';

/** The bytes of a position, with all its secrets. */
export type State = Uint8Array;
export type Seed = bigint | number;

export interface AzulOptions {
  players: 2 | 3 | 4;
  wall: 'coloured' | 'grey';
  jokers: boolean;
}

export type TabletName = (typeof tablets)[number][number];

export interface DuelOptions {
  tablets: readonly TabletName[];
}

/** The best tiling choice: what it is worth to the search, its chance to win, how many tilings were compared. */
export interface Tiling {
  action: number;
  value: number;
  chance: number;
  compared: number;
}

export type Phase = (typeof facts)[GameName]['phases'][number];

/** What a module offers, and the nets that belong to it. */
export interface Parts<Game extends GameName> {
  kernels: Kernels[Game];
  memory: WebAssembly.Memory;
  heap: Address;
  nets: Uint8Array;
}

/** What either game can do. */
export abstract class Engine {
  readonly arena: Arena;
  /** All that kernels work with, but for a tree: a search brings its own. */
  readonly desk: Desk;
  readonly stateSize: number;
  readonly #seen: Address;
  #search: Search | null = null;

  constructor(
    readonly game: GameName,
    readonly kernels: Kernels[GameName],
    { memory, heap, nets }: Omit<Parts<GameName>, 'kernels'>,
  ) {
    this.stateSize = states[game].size;
    this.arena = new Arena(memory, heap);
    this.desk = newDesk(this.arena, game, nets);
    this.#seen = this.arena.take(2 * facts[game].observation);
  }

  /** How many players a position has. */
  abstract players(state: State): number;

  phase(state: State): Phase {
    const name = facts[this.game].phases[this.#field(state, states[this.game].fields.phase)];
    if (!name) throw new EngineError(`these bytes are no position of ${this.game}`);
    return name;
  }

  isOver(state: State): boolean {
    return this.phase(state) === 'over';
  }

  /** Whether the factories are to be filled next. */
  needsDeal(state: State): boolean {
    return this.phase(state) === 'deal';
  }

  /** Whether the next decision belongs to the tiling, which can be solved exactly. */
  isTiling(state: State): boolean {
    const phase = this.phase(state);
    return phase === 'space' || phase === 'pay';
  }

  /** The seat that decides next, null where nobody does. */
  toMove(state: State): number | null {
    return this.isOver(state) || this.needsDeal(state) ? null : this.#field(state, states[this.game].fields.to_move);
  }

  round(state: State): number {
    return this.#field(state, states[this.game].fields.round_number);
  }

  scores(state: State): number[] {
    return Array.from({ length: this.players(state) }, (_, seat) =>
      this.#field(state, states[this.game].fields.score, seat),
    );
  }

  /** The numbers of all legal decisions. */
  legal(state: State): Int16Array {
    if (this.toMove(state) === null) return new Int16Array();
    this.#lay(state);
    return this.#listed();
  }

  /** The position after a legal decision and all that follows from it without another; a deal is left to `deal`. */
  apply(state: State, action: number): State {
    if (this.toMove(state) === null) throw new EngineError('nobody is to decide');
    this.#lay(state);
    if (!this.#listed().includes(action)) throw new EngineError(`decision ${action} is not legal here`);
    this.kernels.apply_in(this.desk.states, 1, 0, action);
    return this.#taken();
  }

  /** The position with its factories filled, drawn by its own generator; or with tiles and chips that are given, in order. */
  deal(state: State, given: readonly number[] = []): State {
    if (!this.needsDeal(state)) throw new EngineError('the factories are not to be filled now');
    return this.changed(state, (at) =>
      this.arena.during(() => {
        const dealt = this.arena.take(numbers.MAX_DEALT);
        this.arena.bytes(dealt, numbers.MAX_DEALT).fill(DRAWN).set(given);
        this.kernels.deal_in(at, 1, 0, dealt, numbers.MAX_DEALT);
      }),
    );
  }

  /** What a seat sees, as numbers: docs/encodings.md tells which. */
  observe(state: State, seat: number): Int16Array {
    const length = facts[this.game].observation;
    this.#lay(state);
    this.kernels.observe_in(this.desk.states, 1, 0, this.#seat(state, seat), this.#seen, length);
    return this.arena.shorts(this.#seen, length).slice();
  }

  /** The position with all that a seat does not know drawn anew. */
  resample(state: State, seat: number): State {
    this.#lay(state);
    this.kernels.resample_in(this.desk.states, 1, 0, this.#seat(state, seat));
    return this.#taken();
  }

  /** The same position with another generator. */
  reseed(state: State, seed: Seed): State {
    const copy = state.slice();
    writeLong(new DataView(copy.buffer), 0, states[this.game].fields.rng, seed);
    return copy;
  }

  /** A decision that looks good by itself; with noise, not always the same one. */
  likelyMove(state: State, noise = 0): number {
    if (this.toMove(state) === null) throw new EngineError('nobody is to decide');
    this.#lay(state);
    this.kernels.prepare(this.desk.states, 1, this.desk.worth);
    return this.kernels.likely_move_in(this.desk.states, 1, 0, this.desk.worth, noise);
  }

  /** The best choice in a tiling, exactly, or after `most` tilings the best one found. */
  bestTiling(state: State, most: number = numbers.MOST_TILINGS): Tiling {
    if (!this.isTiling(state)) throw new EngineError('no choice of the tiling is due');
    this.#lay(state);
    this.kernels.prepare(this.desk.states, 1, this.desk.worth);
    return this.arena.during(() => {
      const levels = numbers.MAX_CHOICES + 2;
      const line = this.arena.take(levels * this.stateSize);
      const moves = this.arena.take(levels * numbers.MAX_MOVES * 2);
      const counts = this.arena.take(levels * 8);
      const out = this.arena.take(4 * 8);
      this.arena.bytes(line, this.stateSize).set(state);
      const parts = deskParts(this.desk);
      this.kernels.solve_tiling(...parts, line, levels, moves, levels, counts, levels, most, out);
      const [action, value, chance, compared] = [0, 8, 16, 24].map((at) => this.arena.view.getFloat64(out + at, true));
      return { action: action!, value: value!, chance: chance!, compared: compared! };
    });
  }

  /** A new tree from a position as a seat knows it. An engine has one at a time: the last one is closed. */
  search(state: State, seat: number, seed: Seed, size?: TreeSize): Search {
    if (this.toMove(state) === null) throw new EngineError('nobody is to decide');
    this.#check(state);
    this.#search?.close();
    const { top } = this.arena;
    try {
      return (this.#search = new Search(this, state, this.#seat(state, seat), seed, size));
    } catch (error) {
      this.arena.release(top);
      throw error;
    }
  }

  /** The bytes of a new game before it is set up. */
  protected seeded(seed: Seed): State {
    return this.reseed(new Uint8Array(this.stateSize), seed);
  }

  /** What a kernel makes of a state. */
  protected changed(state: State, kernel: (at: Address) => void): State {
    this.#lay(state);
    kernel(this.desk.states);
    return this.#taken();
  }

  #check(state: State): void {
    if (state.length !== this.stateSize)
      throw new EngineError(`a position of ${this.game} has ${this.stateSize} bytes, not ${state.length}`);
  }

  #seat(state: State, seat: number): number {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.players(state))
      throw new EngineError(`there is no seat ${seat}`);
    return seat;
  }

  #lay(state: State): void {
    this.#check(state);
    this.arena.bytes(this.desk.states, this.stateSize).set(state);
  }

  #taken(): State {
    return this.arena.bytes(this.desk.states, this.stateSize).slice();
  }

  #listed(): Int16Array {
    const number = this.kernels.list_moves_of(this.desk.states, 1, 0, this.desk.moves, numbers.MAX_MOVES);
    return this.arena.shorts(this.desk.moves, number).slice();
  }

  #field(state: State, field: Field, index = 0): number {
    this.#check(state);
    return numberOf(new DataView(state.buffer, state.byteOffset, state.byteLength), 0, field, index);
  }
}

/** Azul. */
export class AzulEngine extends Engine {
  readonly #kernels: AzulKernels;

  constructor(parts: Parts<'azul'>) {
    super('azul', parts.kernels, parts);
    this.#kernels = parts.kernels;
  }

  players(state: State): number {
    return state[states.azul.fields.players.at] ?? 0;
  }

  /** A new game before its first deal; the first player is drawn unless one is named. */
  setUp({ players, wall, jokers }: AzulOptions, seed: Seed, firstPlayer = DRAWN): State {
    if (![2, 3, 4].includes(players)) throw new EngineError(`Azul is for 2 to 4 players, not ${players}`);
    return this.changed(this.seeded(seed), (at) =>
      this.#kernels.set_up_in(at, 1, 0, players, Number(wall === 'grey'), Number(jokers), firstPlayer),
    );
  }

  /** The position with what its lines take noted, after tiles were laid on them by hand. */
  noted(state: State): State {
    const [, rows] = states.azul.fields.line_tiles.shape;
    return this.changed(state, (at) => {
      for (let line = 0; line < this.players(state) * rows; line++)
        this.#kernels.note_line_in(at, 1, 0, Math.floor(line / rows), line % rows);
    });
  }
}

/** Azul Duel. */
export class DuelEngine extends Engine {
  readonly #kernels: DuelKernels;

  constructor(parts: Parts<'duel'>) {
    super('duel', parts.kernels, parts);
    this.#kernels = parts.kernels;
  }

  players(): number {
    return 2;
  }

  /** A new game before its first deal; the first player is drawn unless one is named, and the plates are shuffled. */
  setUp({ tablets: names }: DuelOptions, seed: Seed, firstPlayer = DRAWN): State {
    const chosen = sidesOf(names);
    return this.changed(this.seeded(seed), (at) =>
      this.arena.during(() => {
        const sides = this.arena.take(chosen.length);
        const plates = rooms.duel.set_up_in.given_pile.bytes;
        const pile = this.arena.take(plates);
        this.arena.bytes(sides, chosen.length).set(chosen);
        this.arena.bytes(pile, plates).fill(DRAWN);
        this.#kernels.set_up_in(at, 1, 0, sides, firstPlayer, pile);
      }),
    );
  }

  /** The position with what its moons offer noted, after tiles were laid on them by hand. */
  noted(state: State): State {
    return this.changed(state, (at) => this.#kernels.note_moon_in(at, 1, 0));
  }
}

export interface Engines {
  azul: AzulEngine;
  duel: DuelEngine;
}

/** Which side of each tablet is in play: 1 or 2, 0 for none. */
export function sidesOf(names: readonly string[]): number[] {
  const sides = tablets.map((tablet) => {
    const chosen = tablet.flatMap((side, i) => (names.includes(side) ? [i + 1] : []));
    if (chosen.length > 1)
      throw new EngineError(`${tablet.join(' and ')} are the two sides of one tablet: only one can be in play`);
    return chosen[0] ?? 0;
  });
  const unknown = names.find((name) => !tablets.flat().some((side) => side === name));
  if (unknown !== undefined) throw new EngineError(`there is no tablet '${unknown}'`);
  if (names.length !== 3 && names.length !== 4) throw new EngineError(`a game has 3 or 4 tablets, not ${names.length}`);
  if (new Set(names).size !== names.length) throw new EngineError('a tablet is named twice');
  return sides;
}
