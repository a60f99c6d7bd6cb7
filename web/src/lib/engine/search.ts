// A tree that grows by simulations, and what it thinks of the moves: the same tree, bit by bit, as bots/search/searcher.py grows.

import type { Engine, Seed, State } from './engine';
import { EngineError } from './error';
import { numberOf, sizeOf } from './fields';
import { numbers, records, rooms, states, type Address } from './made/kernels';

/** A move as the search sees it: how often it was tried, its worth, its chance to win, the margin, how it looked at first. */
export interface Candidate {
  action: number;
  visits: number;
  /** What the search maximises: the chance with a share of the margin in it; exact where the move is proven. */
  value: number;
  chance: number;
  margin: number;
  prior: number;
  proven: boolean;
}

/** How large a tree can become; its memory is taken at once, but not touched before it is needed. */
export interface TreeSize {
  nodes: number;
  edges?: number;
}

const USUAL_SIZE: TreeSize = { nodes: 300_000 };
const NODE = records.node.fields;
const EDGE = records.edge.fields;

export class Search {
  /** How many simulations were run. */
  simulations = 0;
  readonly #begin: Address;
  readonly #states: Address;
  readonly #worth: Address;
  readonly #region: Address;
  readonly #nodes: Address;
  readonly #edges: Address;
  readonly #size: Required<TreeSize>;
  #closed = false;

  /** Use `Engine.search`. */
  constructor(
    private readonly engine: Engine,
    state: State,
    readonly seat: number,
    seed: Seed,
    { nodes, edges = nodes * numbers.EDGES_A_NODE }: TreeSize = USUAL_SIZE,
  ) {
    const { arena, game, stateSize } = engine;
    this.#size = { nodes, edges };
    this.#begin = arena.top;
    this.#states = arena.take(3 * stateSize); // the root, and two for scratch
    this.#worth = arena.take(sizeOf(rooms[game].simulate.worth));
    this.#region = arena.take(sizeOf(rooms[game].simulate.region));
    this.#nodes = arena.take(nodes * records.node.size);
    this.#edges = arena.take(edges * records.edge.size);
    arena.bytes(this.#states, stateSize).set(state);
    arena.view.setBigUint64(this.#states + stateSize + states[game].fields.rng.at, BigInt.asUintN(64, BigInt(seed) + 1n), true);
    arena.longs(this.#region, 4).set([1n, BigInt(nodes), 0n, BigInt(edges)]);
    engine.kernels.prepare(this.#states, 1, this.#worth);
    this.grow(1);
  }

  /** Run simulations; how many were run before the tree was full or the best move proven. */
  grow(simulations: number): number {
    this.#check();
    const { desk, kernels, nets, stateSize } = this.engine;
    const ran = kernels.simulate(
      this.#states, 1, this.#states + stateSize, 2, this.#nodes, this.#size.nodes, this.#edges, this.#size.edges, this.#region, 0, this.seat,
      simulations, ...nets, this.#worth, desk.later, desk.settings, desk.moves, desk.path, desk.room, desk.values, desk.given, numbers.MAX_DEALT,
    );
    this.simulations += ran;
    return ran;
  }

  /** Whether the best move is proven: more thought changes nothing. */
  get proven(): boolean {
    this.#check();
    return this.#node(NODE.proven) !== 0;
  }

  /** How many nodes the tree has. */
  get nodes(): number {
    return this.#used()[0] - 1;
  }

  /** Whether the tree has no room left to grow. */
  get full(): boolean {
    const [nodes, edges] = this.#used();
    return nodes >= this.#size.nodes || edges + numbers.MAX_MOVES >= this.#size.edges;
  }

  /** The edge that is best as far as one knows, by its number. */
  get preferred(): number {
    this.#check();
    return this.engine.kernels.preferred(this.#nodes, this.#size.nodes, this.#edges, this.#size.edges, 0);
  }

  /** What the search thinks of every move: the preferred one, then the most visited; by their worth once all is proven. */
  root(): Candidate[] {
    const { proven, preferred } = this;
    const first = this.#node(NODE.first_edge);
    const found = Array.from({ length: this.#node(NODE.edges) }, (_, i) => ({ edge: first + i, move: this.#candidate(first + i) }));
    if (proven) found.sort(({ move: a }, { move: b }) => b.value - a.value || b.visits - a.visits || a.action - b.action);
    else {
      found.sort(
        ({ edge, move: a }, { edge: other, move: b }) =>
          Number(other === preferred) - Number(edge === preferred) || b.visits - a.visits || b.value - a.value || a.action - b.action,
      );
    }
    return found.map(({ move }) => move);
  }

  /** All that has been made of nodes and of edges, to compare trees. */
  bytes(): [nodes: Uint8Array, edges: Uint8Array] {
    const [nodes, edges] = this.#used();
    const { arena } = this.engine;
    return [arena.bytes(this.#nodes, nodes * records.node.size).slice(), arena.bytes(this.#edges, edges * records.edge.size).slice()];
  }

  /** Give the memory back. */
  close(): void {
    if (this.#closed) return;
    const [nodes, edges] = this.#used();
    const { arena } = this.engine;
    arena.clear(this.#begin, this.#nodes - this.#begin);
    arena.clear(this.#nodes, nodes * records.node.size);
    arena.clear(this.#edges, edges * records.edge.size);
    arena.release(this.#begin);
    this.#closed = true;
  }

  #used(): [nodes: number, edges: number] {
    this.#check();
    const [nodes, , edges] = this.engine.arena.longs(this.#region, 4);
    return [Number(nodes), Number(edges)];
  }

  #node(field: (typeof NODE)[keyof typeof NODE]): number {
    return numberOf(this.engine.arena.view, this.#nodes, field);
  }

  #candidate(edge: number): Candidate {
    const of = (field: (typeof EDGE)[keyof typeof EDGE]) => numberOf(this.engine.arena.view, this.#edges + edge * records.edge.size, field);
    const sure = of(EDGE.sure);
    return {
      action: of(EDGE.action),
      visits: of(EDGE.visits),
      value: Number.isNaN(sure) ? of(EDGE.value) : sure,
      chance: of(EDGE.chance),
      margin: of(EDGE.margin),
      prior: of(EDGE.prior),
      proven: !Number.isNaN(sure),
    };
  }

  #check(): void {
    if (this.#closed) throw new EngineError('this search is closed');
  }
}
