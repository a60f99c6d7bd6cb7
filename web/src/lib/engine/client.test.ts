// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineClient, type Ears, type Line } from './client';
import { EngineError } from './error';
import type { EngineOf } from './load';
import type { Answer, Asked, Request } from './messages';
import { serve } from './serve';
import { bothFromDisk, fromDisk, newGame } from './testing';
import { lines } from './walk';
import type { Thoughts } from './think';

let opened: number;
let ears: Ears;
const clients: EngineClient[] = [];

/** A client whose worker is in this thread, behind a channel that copies messages as one between threads does. */
function client(engines: EngineOf = fromDisk): EngineClient {
  const made = new EngineClient((heard): Line => {
    opened++;
    ears = heard;
    const { port1: page, port2: worker } = new MessageChannel();
    const take = serve((answer) => worker.postMessage(answer), engines);
    worker.onmessage = ({ data }: MessageEvent<Request>) => take(data);
    page.onmessage = ({ data }: MessageEvent<Answer>) => heard.heard(data);
    return { send: (request) => page.postMessage(request), close: () => page.close() };
  });
  clients.push(made);
  return made;
}

beforeEach(() => {
  opened = 0;
});
afterEach(() => clients.splice(0).forEach((one) => one.close()));

const engines = await bothFromDisk();

function asked(budget: Asked['budget'], seed = 1): Asked {
  const state = newGame(engines, 'azul', seed);
  return { game: 'azul', state, seat: engines.azul.toMove(state)!, seed: 3n, budget, size: { nodes: 50_000 } };
}

describe('the engine in a worker', () => {
  it('is started by the first question, and answers several one after the other', async () => {
    const engine = client();
    expect(opened).toBe(0);
    const answers = await Promise.all([1, 2, 1].map((seed) => engine.search(asked({ simulations: 400 }, seed))));
    expect(opened).toBe(1);
    expect(answers.map(({ simulations }) => simulations)).toEqual([401, 401, 401]);
    expect(answers[2]!.candidates).toEqual(answers[0]!.candidates);
    expect(answers[1]!.candidates).not.toEqual(answers[0]!.candidates);
  });

  it('tells of its progress and is stopped, and then thinks about the next position', async () => {
    const engine = client();
    const [stop, told]: [AbortController, Thoughts[]] = [new AbortController(), []];
    const first = engine.search(asked({ milliseconds: 60_000 }), {
      every: 20,
      signal: stop.signal,
      onProgress: (thoughts) => told.push(thoughts) === 2 && stop.abort(),
    });
    const second = engine.search(asked({ simulations: 100 }), {});
    expect(await first).toMatchObject({ stopped: true });
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told[1]!.simulations).toBeGreaterThan(told[0]!.simulations);
    expect(await second).toMatchObject({ stopped: false, simulations: 101 });
  });

  it('can be stopped before its turn has come', async () => {
    const engine = client();
    const first = engine.search(asked({ simulations: 2_000 }));
    const second = engine.search(asked({ milliseconds: 60_000 }), { signal: AbortSignal.abort() });
    expect(await first).toMatchObject({ simulations: 2_001 });
    expect(await second).toMatchObject({ stopped: true, simulations: 1 });
  });

  it('brings errors back, and goes on', async () => {
    const engine = client();
    const wrong = engine.search({ ...asked({ simulations: 10 }), seat: 7 });
    await expect(wrong).rejects.toThrow(new EngineError('there is no seat 7'));
    await expect(engine.bestTiling('azul', newGame(engines, 'azul', 1))).rejects.toThrow(
      'no choice of the tiling is due',
    );
    expect(await engine.search(asked({ simulations: 10 }))).toMatchObject({ simulations: 11 });
    const unloaded = client(() => Promise.reject(new EngineError('the engine could not be loaded')));
    await expect(unloaded.search(asked({ simulations: 10 }))).rejects.toThrow('the engine could not be loaded');
  });

  it('walks', async () => {
    expect(await client().walk({ games: 1, trees: 1, first: 5 })).toEqual([...lines(engines, 1, 1, 5)]);
  });

  it('that breaks down fails what waits for it, and is started anew', async () => {
    const engine = client();
    const waiting = engine.search(asked({ milliseconds: 60_000 }));
    ears.failed('out of memory');
    await expect(waiting).rejects.toThrow(new EngineError('out of memory'));
    expect(await engine.search(asked({ simulations: 10 }))).toMatchObject({ simulations: 11 });
    expect(opened).toBe(2);
  });

  it('can be closed while it thinks', async () => {
    const engine = client();
    const waiting = engine.search(asked({ milliseconds: 300 }));
    engine.close();
    await expect(waiting).rejects.toThrow('the engine was closed');
    await expect(engine.search(asked({ simulations: 10 }))).rejects.toThrow('the engine was closed');
  });
});
