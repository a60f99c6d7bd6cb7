// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import { sidesOf, type Engines, type State, type Tiling } from './engine';
import { EngineError } from './error';
import { engineFrom, engineOf } from './load';
import { facts, type GameName } from './made/kernels';
import type { Candidate } from './search';
import { bothFromDisk, newGame, python } from './testing';

/** A line of scripts/thoughts.py. */
interface Thought {
  game: GameName;
  state: string;
  seat: number;
  phase: string;
  round: number;
  scores: number[];
  legal: number[];
  likely: number;
  tiling?: Tiling;
  simulations?: number;
  proven?: boolean;
  candidates?: Candidate[];
}

const GAMES = ['azul', 'duel'] as const;
const ordered = (actions: Iterable<number>) => [...actions].sort((a, b) => a - b);
const bytesOf = (hex: string): State => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
let engines: Engines;
let thoughts: Thought[];

beforeAll(async () => {
  engines = await bothFromDisk();
  thoughts = JSON.parse(python('web/scripts/thoughts.py')) as Thought[];
});

describe('what Python thinks of a position, the engine thinks', () => {
  it('of whose turn it is, the scores, the legal moves and the likely one', () => {
    expect(thoughts.length).toBeGreaterThan(50);
    for (const { game, state, seat, phase, round, scores, legal, likely } of thoughts) {
      const [engine, position] = [engines[game], bytesOf(state)];
      expect(engine.toMove(position)).toBe(seat);
      expect(engine.phase(position)).toBe(phase);
      expect(engine.round(position)).toBe(round);
      expect(engine.scores(position)).toEqual(scores);
      expect(ordered(engine.legal(position))).toEqual(ordered(legal));
      expect(engine.likelyMove(position)).toBe(likely);
      expect(engine.observe(position, seat)).toHaveLength(facts[game].observation);
    }
  });

  it('of tilings', () => {
    const tilings = thoughts.filter(({ tiling }) => tiling);
    expect(new Set(tilings.map(({ phase }) => phase))).toEqual(new Set(['space', 'pay']));
    for (const { game, state, tiling } of tilings) {
      const { top } = engines[game].arena;
      expect(engines[game].isTiling(bytesOf(state))).toBe(true);
      expect(engines[game].bestTiling(bytesOf(state))).toEqual(tiling);
      expect(engines[game].arena.top).toBe(top);
    }
  });

  it('of every move it searches, in the same order and to the last bit', () => {
    const searches = thoughts.filter(({ candidates }) => candidates);
    expect(new Set(searches.map(({ proven }) => proven))).toEqual(new Set([true, false]));
    for (const { game, state, seat, simulations, proven, candidates } of searches) {
      const search = engines[game].search(bytesOf(state), seat, 7, { nodes: 5_000 });
      for (const piece of [16, 84, 600]) search.grow(piece);
      expect([search.simulations, search.proven]).toEqual([simulations, proven]);
      expect(search.root()).toEqual(candidates);
    }
  });
});

describe('an engine', () => {
  it('leaves the positions it is given as they are', () => {
    for (const game of GAMES) {
      const state = newGame(engines, game, 1);
      const before = state.slice();
      engines[game].apply(state, engines[game].legal(state)[0]!);
      engines[game].resample(state, 0);
      engines[game].reseed(state, 5n);
      expect(state).toEqual(before);
    }
  });

  it('draws the same game from the same seed, however large, and another one from another', () => {
    const game = (seed: bigint | number) => engines.duel.setUp({ tablets: ['rows', 'columns', 'diagonals'] }, seed);
    expect(game(3n)).toEqual(game(3));
    expect(game(2n ** 64n - 1n)).toEqual(game(-1));
    expect(game(4)).not.toEqual(game(3));
  });

  it('lets a named player begin', () => {
    const first = [0, 1, 2].map((seat) =>
      engines.azul.deal(engines.azul.setUp({ players: 3, wall: 'grey', jokers: true }, 1, seat)),
    );
    expect(first.map((state) => engines.azul.toMove(state))).toEqual([0, 1, 2]);
  });

  it('refuses what is not in the rules, and is none the worse for it', () => {
    const { azul, duel } = engines;
    const state = newGame(engines, 'azul', 1);
    const illegal = Array.from({ length: facts.azul.decisions }, (_, i) => i).find(
      (action) => !azul.legal(state).includes(action),
    )!;
    for (const wrong of [
      () => azul.apply(state, illegal),
      () => azul.apply(state, -1),
      () => azul.deal(state),
      () => azul.observe(state, 2),
      () => azul.search(state, -1, 1),
      () => azul.legal(state.subarray(1)),
      () => azul.legal(newGame(engines, 'duel', 1)),
      () => azul.bestTiling(state),
      () => azul.phase(new Uint8Array(azul.stateSize).fill(255)),
      () => duel.search(duel.setUp({ tablets: ['rows', 'columns', 'diagonals'] }, 1), 0, 1),
    ]) {
      expect(wrong).toThrow(EngineError);
    }
    expect(azul.legal(state).length).toBeGreaterThan(10);
  });

  it('knows its tablets', () => {
    expect(sidesOf(['specials', 'rows', 'outer-spaces'])).toEqual([1, 2, 0, 2]);
    for (const wrong of [
      [],
      ['rows', 'columns'],
      ['rows', 'five-colours', 'columns'],
      ['rows', 'rows', 'columns'],
      ['rows', 'columns', 'lines'],
    ]) {
      expect(() => sidesOf(wrong)).toThrow(EngineError);
    }
  });

  it('says why it could not be loaded, and tries again', async () => {
    const usual = globalThis.fetch;
    let asked = 0;
    globalThis.fetch = async () => (asked++, new Response('', { status: 404 }));
    try {
      for (let i = 0; i < 2; i++)
        await expect(engineOf('azul')).rejects.toThrow(/^the engine of azul could not be loaded: .*404/);
      expect(asked).toBe(4);
    } finally {
      globalThis.fetch = usual;
    }
    await expect(engineFrom('azul', new Uint8Array(8), new Uint8Array())).rejects.toThrow(WebAssembly.CompileError);
    await expect(engineFrom('azul', Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0), new Uint8Array())).rejects.toThrow(
      'this is no module of azul',
    );
  });
});
