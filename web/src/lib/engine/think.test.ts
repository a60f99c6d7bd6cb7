// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import { crc32 } from './crc';
import type { Engine, Engines, State } from './engine';
import { EngineError } from './error';
import type { Search } from './search';
import { bothFromDisk, newGame, played } from './testing';
import { nextPiece, think, type Thoughts } from './think';

const GAMES = ['azul', 'duel'] as const;
const SIZE = { nodes: 50_000 };
// A win is worth 0.7 and a share of a margin, more than half of 0.3; a loss is worth its share alone
const SURE_WIN = 0.85;
const SURE_LOSS = 0.15;
let engines: Engines;

beforeAll(async () => {
  engines = await bothFromDisk();
});

const searchOf = (engine: Engine, state: State) => engine.search(state, engine.toMove(state)!, 1, SIZE);

/** The positions of a game of likely moves in which its last tiles are taken. */
function lastDecisions(engine: Engine, state: State): State[] {
  const found: State[] = [];
  for (; !engine.isOver(state); state = played(engine, state, engine.likelyMove(state))) found.push(state);
  return found
    .filter((one) => engine.round(one) === engine.round(state) && !engine.isTiling(one) && engine.legal(one).length > 1)
    .slice(-6);
}

/** The end of a game in which everyone plays what a search of their own thinks best. */
async function finished(engine: Engine, state: State): Promise<State> {
  while (!engine.isOver(state)) {
    const best = engine.isTiling(state)
      ? engine.bestTiling(state)
      : (await think(searchOf(engine, state), { simulations: 5_000 })).candidates[0]!;
    state = played(engine, state, best.action);
  }
  return state;
}

describe('a search', () => {
  it.each(GAMES)('keeps to a number of simulations, whatever pieces it is cut into: %s', async (game) => {
    const state = newGame(engines, game, 1);
    const thoughts = await think(searchOf(engines[game], state), { simulations: 2_000 });
    expect(thoughts).toMatchObject({ simulations: 2_001, stopped: false, full: false, proven: false });
    const whole = searchOf(engines[game], state);
    whole.grow(2_000);
    expect(thoughts.candidates).toEqual(whole.root());
    expect(thoughts.candidates.map(({ action }) => action)).toHaveLength(new Set(engines[game].legal(state)).size);
  });

  it('keeps to a time', async () => {
    const began = performance.now();
    const { milliseconds, simulations } = await think(searchOf(engines.azul, newGame(engines, 'azul', 1)), {
      milliseconds: 60,
    });
    expect(milliseconds).toBeGreaterThanOrEqual(60);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(simulations).toBeGreaterThan(50);
  });

  it('tells how far it is and can be stopped', async () => {
    const told: Thoughts[] = [];
    const stop = new AbortController();
    const thoughts = await think(
      searchOf(engines.duel, newGame(engines, 'duel', 1)),
      { milliseconds: 60_000 },
      {
        every: 0,
        signal: stop.signal,
        onProgress: (so) => told.push(so) === 3 && setTimeout(() => stop.abort()), // a timer is heard while it thinks
      },
    );
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told.map(({ simulations }) => simulations)).toEqual(
      told.map(({ simulations }) => simulations).sort((a, b) => a - b),
    );
    expect(thoughts.stopped).toBe(true);
    expect(thoughts.milliseconds).toBeLessThan(10_000);
    expect(thoughts.simulations).toBeGreaterThanOrEqual(told.at(-1)!.simulations);
  });

  it('that is stopped before it begins still has an answer', async () => {
    const thoughts = await think(
      searchOf(engines.azul, newGame(engines, 'azul', 1)),
      { milliseconds: 60_000 },
      { signal: AbortSignal.abort() },
    );
    expect(thoughts).toMatchObject({ simulations: 1, stopped: true });
    expect(thoughts.candidates.length).toBeGreaterThan(10);
  });

  it('ends when its tree is full', async () => {
    const state = newGame(engines, 'azul', 1);
    const thoughts = await think(engines.azul.search(state, engines.azul.toMove(state)!, 1, { nodes: 500 }), {
      milliseconds: 60_000,
    });
    expect(thoughts).toMatchObject({ full: true, stopped: false });
    expect(thoughts.nodes).toBeLessThan(500);
  });

  it('needs a budget', async () => {
    await expect(think(searchOf(engines.azul, newGame(engines, 'azul', 1)), {})).rejects.toThrow(EngineError);
  });

  it('gives its memory back to the next one, which is as if it were the first', async () => {
    const state = newGame(engines, 'azul', 2);
    const first = searchOf(engines.azul, state);
    first.grow(3_000);
    const digest = (search: Search) => search.bytes().map((bytes) => crc32(bytes));
    const [tree, root, size] = [digest(first), first.root(), engines.azul.arena.memory.buffer.byteLength];
    for (let i = 0; i < 5; i++) searchOf(engines.azul, newGame(engines, 'azul', i)).grow(3_000);
    const again = searchOf(engines.azul, state);
    again.grow(1_000);
    engines.azul.legal(newGame(engines, 'azul', 9)); // the rules can be asked meanwhile
    again.grow(2_000);
    expect(digest(again)).toEqual(tree);
    expect(again.root()).toEqual(root);
    expect(engines.azul.arena.memory.buffer.byteLength).toBe(size);
    expect(() => first.root()).toThrow('this search is closed');
    first.close();
    again.close();
    expect(() => again.grow(1)).toThrow(EngineError);
  });

  it('has no more memory than there is, and goes on after asking for more', () => {
    const state = newGame(engines, 'azul', 1);
    const { top } = engines.azul.arena;
    expect(() => engines.azul.search(state, 0, 1, { nodes: 100_000_000 })).toThrow('no memory');
    expect(engines.azul.arena.top).toBe(top);
    expect(searchOf(engines.azul, state).root().length).toBeGreaterThan(10);
  });

  it.each(GAMES)(
    'finds the win where there is one, and plays it: %s',
    async (game) => {
      const engine = engines[game];
      let won = 0;
      for (let seed = 1; won < 3; seed++) {
        for (const state of lastDecisions(engine, newGame(engines, game, seed))) {
          const seat = engine.toMove(state)!;
          const { candidates, proven } = await think(searchOf(engine, state), { simulations: 3_000 });
          const [best, worst] = [candidates[0]!, candidates.at(-1)!];
          if (!proven || best.value < SURE_WIN || worst.value > SURE_LOSS) continue;
          const scores = engine.scores(await finished(engine, played(engine, state, best.action)));
          expect(best.proven).toBe(true);
          expect(scores[seat]!).toBeGreaterThan(scores[1 - seat]!);
          won++;
          break;
        }
      }
      expect(won).toBe(3);
    },
    60_000,
  );
});

describe('the pieces of a search', () => {
  it('take about two milliseconds', () => {
    expect(nextPiece(100, 4)).toBe(50);
    expect(nextPiece(100, 1)).toBe(200);
    expect(nextPiece(100, 1_000)).toBe(16);
    expect(nextPiece(90_000, 0)).toBe(100_000);
  });
});
