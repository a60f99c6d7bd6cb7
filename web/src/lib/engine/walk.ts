// Digests of whole games and of search trees, the same as tests/equality.py has them: a game is played by its own digest, so that
// one wrong bit changes everything after it.

import { crc32 } from './crc';
import type { AzulOptions, DuelOptions, Engine, Engines, State } from './engine';
import { tablets } from './made/kernels';

const MOST_DECISIONS = 3_000; // a game may never end
const SIMULATIONS = 600;
const TREE_SIZE = { nodes: 1_000, edges: 40_000 };
const AZUL_TREES: AzulOptions = { players: 2, wall: 'coloured', jokers: false };
const DUEL_TREES: DuelOptions = { tablets: ['rows', 'columns', 'diagonals'] };

/** A way to begin a game: its name, its options as a text, and a new game with a seed. */
interface Variant {
  engine: Engine;
  what: string;
  begin(seed: number): State;
}

/** A line for each variant and each tree. */
export function* lines(engines: Engines, games: number, trees: number, first = 1): Generator<string> {
  for (const variant of variants(engines)) {
    yield `${variant.engine.game} ${variant.what} ${hex(gamesDigest(variant, games, first))}`;
  }
  for (const variant of [azulVariant(engines, AZUL_TREES), duelVariant(engines, DUEL_TREES)]) {
    for (let seed = first; seed < first + trees; seed++)
      yield `${variant.engine.game} tree ${seed} ${hex(treeDigest(variant, seed))}`;
  }
}

/** All 12 variants of Azul and all sets of tablets of Duel. */
function* variants(engines: Engines): Generator<Variant> {
  for (const players of [2, 3, 4] as const) {
    for (const wall of ['coloured', 'grey'] as const) {
      for (const jokers of [false, true]) yield azulVariant(engines, { players, wall, jokers });
    }
  }
  for (const size of [3, 4]) {
    for (const chosen of combinations(tablets, size)) {
      for (const sides of products(chosen)) yield duelVariant(engines, { tablets: sides });
    }
  }
}

function azulVariant({ azul }: Engines, options: AzulOptions): Variant {
  const { players, wall, jokers } = options;
  return {
    engine: azul,
    what: `${players}+${wall}+${jokers ? 'True' : 'False'}`,
    begin: (seed) => azul.setUp(options, seed),
  };
}

function duelVariant({ duel }: Engines, options: DuelOptions): Variant {
  return { engine: duel, what: options.tablets.join('+'), begin: (seed) => duel.setUp(options, seed) };
}

/** A game that plays itself. */
class Walk {
  state: State;
  #engine: Engine;
  #digest = 0;

  constructor({ engine, begin }: Variant, seed: number) {
    this.#engine = engine;
    this.state = this.#dealt(begin(seed));
  }

  step(): void {
    const legal = this.#engine.legal(this.state);
    this.#add(this.state);
    this.#add(bytesOf(legal));
    for (let seat = 0; seat < this.#engine.players(this.state); seat++)
      this.#add(bytesOf(this.#engine.observe(this.state, seat)));
    this.state = this.#dealt(this.#engine.apply(this.state, legal[this.#digest % legal.length]!));
  }

  /** The digest of the whole game, and of a state whose secrets were drawn anew. */
  toTheEnd(): number {
    for (let i = 0; i < MOST_DECISIONS && !this.#engine.isOver(this.state); i++) this.step();
    return crc32(this.#engine.resample(this.state, 0), this.#digest);
  }

  #dealt(state: State): State {
    return this.#engine.needsDeal(state) ? this.#engine.deal(state) : state;
  }

  #add(bytes: Uint8Array): void {
    this.#digest = crc32(bytes, this.#digest);
  }
}

function gamesDigest(variant: Variant, games: number, first: number): number {
  let digest = 0;
  for (let seed = first; seed < first + games; seed++) digest = crc32(word(new Walk(variant, seed).toTheEnd()), digest);
  return digest;
}

/** The digest of a search tree, of a position after `seed % 12` decisions. */
function treeDigest(variant: Variant, seed: number): number {
  const { engine } = variant;
  const walk = new Walk(variant, seed);
  for (let i = 0; i < seed % 12; i++) walk.step();
  // a search adds one to its seed, and its first simulation is the root's
  const search = engine.search(walk.state, engine.toMove(walk.state) ?? 0, seed - 1, TREE_SIZE);
  search.grow(SIMULATIONS - 1);
  const [nodes, edges] = search.bytes();
  const digest = crc32(word(search.preferred), crc32(edges, crc32(nodes, search.simulations)));
  search.close();
  return digest;
}

/** Every way to choose `size` of them, in the order of the whole. */
function combinations<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => combinations(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}

/** Every way to choose one of each. */
const products = <Item>(sets: readonly (readonly Item[])[]): Item[][] =>
  sets.reduce<Item[][]>((chosen, set) => chosen.flatMap((before) => set.map((item) => [...before, item])), [[]]);

const bytesOf = (numbers: Int16Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** A number as four bytes, the smallest first. */
const word = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);

const hex = (digest: number): string => digest.toString(16).padStart(8, '0');
