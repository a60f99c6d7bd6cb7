// A tree that grows by simulations, and what it thinks of the moves: the same tree, bit by bit, as bots/search/searcher.py grows.

import type { Engine, Seed, State } from './engine';
import { withTree } from './desk';
import { EngineError } from './error';
import { numberOf, writeLong } from './fields';
import { deskParts, numbers, records, states, type Address, type Desk } from './made/kernels';

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
const ROOT = records.root.fields;
const REGION = records.region.fields;

export class Search {
  /** How many simulations were run. */
  simulations = 0;
  readonly #begin: Address;
  readonly #desk: Desk;
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
    this.#begin = arena.top;
    this.#desk = withTree(arena, game, engine.desk, nodes, edges);
    const { states: position, scratch, root, region, worth } = this.#desk;
    arena.bytes(position, stateSize).set(state);
    writeLong(arena.view, scratch, states[game].fields.rng, BigInt(seed) + 1n);
    writeLong(arena.view, root, ROOT.seat, seat);
    writeLong(arena.view, region, REGION.next_node, 1);
    writeLong(arena.view, region, REGION.end_of_nodes, nodes);
    writeLong(arena.view, region, REGION.end_of_edges, edges);
    engine.kernels.prepare(position, 1, worth);
    this.grow(1);
  }

  /** Run simulations; how many were run before the tree was full or the best move proven. */
  grow(simulations: number): number {
    this.#check();
    const ran = this.engine.kernels.simulate(...deskParts(this.#desk), simulations);
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
    return nodes >= this.#desk.nodes_0 || edges + numbers.MAX_MOVES >= this.#desk.edges_0;
  }

  /** The edge that is best as far as one knows, by its number. */
  get preferred(): number {
    this.#check();
    return this.engine.kernels.preferred(this.#desk.nodes, this.#desk.nodes_0, this.#desk.edges, this.#desk.edges_0, 0);
  }

  /** What the search thinks of every move: the preferred one, then the most visited; by their worth once all is proven. */
  root(): Candidate[] {
    const { proven, preferred } = this;
    const first = this.#node(NODE.first_edge);
    const found = Array.from({ length: this.#node(NODE.edges) }, (_, i) => ({
      edge: first + i,
      move: this.#candidate(first + i),
    }));
    if (proven)
      found.sort(({ move: a }, { move: b }) => b.value - a.value || b.visits - a.visits || a.action - b.action);
    else {
      found.sort(
        ({ edge, move: a }, { edge: other, move: b }) =>
          Number(other === preferred) - Number(edge === preferred) ||
          b.visits - a.visits ||
          b.value - a.value ||
          a.action - b.action,
      );
    }
    return found.map(({ move }) => move);
  }

  /** All that has been made of nodes and of edges, to compare trees. */
  bytes(): [nodes: Uint8Array, edges: Uint8Array] {
    const [nodes, edges] = this.#used();
    const { arena } = this.engine;
    return [
      arena.bytes(this.#desk.nodes, nodes * records.node.size).slice(),
      arena.bytes(this.#desk.edges, edges * records.edge.size).slice(),
    ];
  }

  /** Give the memory back. */
  close(): void {
    if (this.#closed) return;
    const [nodes, edges] = this.#used();
    const { arena } = this.engine;
    arena.clear(this.#begin, this.#desk.nodes - this.#begin);
    arena.clear(this.#desk.nodes, nodes * records.node.size);
    arena.clear(this.#desk.edges, edges * records.edge.size);
    arena.release(this.#begin);
    this.#closed = true;
  }

  #used(): [nodes: number, edges: number] {
    this.#check();
    const used = (field: (typeof REGION)[keyof typeof REGION]) =>
      numberOf(this.engine.arena.view, this.#desk.region, field);
    return [used(REGION.next_node), used(REGION.next_edge)];
  }

  #node(field: (typeof NODE)[keyof typeof NODE]): number {
    return numberOf(this.engine.arena.view, this.#desk.nodes, field);
  }

  #candidate(edge: number): Candidate {
    const of = (field: (typeof EDGE)[keyof typeof EDGE]) =>
      numberOf(this.engine.arena.view, this.#desk.edges + edge * records.edge.size, field);
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
