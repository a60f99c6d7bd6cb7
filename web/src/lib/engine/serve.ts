// What a worker does with the messages it gets: one piece of work after the other, while stops are heard at once.

import type { Engine } from './engine';
import { messageOf } from './error';
import { engineOf, forget, type EngineOf } from './load';
import type { GameName } from './made/kernels';
import type { Answer, Asked, Request, Walking, Work } from './messages';
import { think, type Thoughts } from './think';

/** Takes messages, and sends answers. */
export function serve(send: (answer: Answer) => void, engines: EngineOf = engineOf): (request: Request) => void {
  const stops = new Map<number, AbortController>();
  let queue = Promise.resolve();
  return (request) => {
    if (request.kind === 'stop') return stops.get(request.id)?.abort();
    const stop = new AbortController();
    stops.set(request.id, stop);
    queue = queue
      .then(() =>
        done(request, engines, (thoughts) => send({ kind: 'progress', id: request.id, thoughts }), stop.signal),
      )
      .catch((error: unknown): Answer => ({ kind: 'failed', id: request.id, message: messageOf(error) }))
      .then((answer) => {
        stops.delete(request.id);
        send(answer);
      });
  };
}

type Job = Exclude<Request, { kind: 'stop' }>;

async function done(
  job: Job,
  engines: EngineOf,
  tell: (thoughts: Thoughts) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const { id } = job;
  if (job.kind === 'search')
    return { kind: 'done', of: 'search', id, answer: await searched(job.asked, engines, tell, signal) };
  if (job.kind === 'tile') return { kind: 'done', of: 'tile', id, answer: await tiled(job.asked, engines) };
  return { kind: 'done', of: 'walk', id, answer: await walked(job.asked, engines) };
}

async function searched(
  asked: Asked,
  engines: EngineOf,
  tell: (thoughts: Thoughts) => void,
  signal: AbortSignal,
): Promise<Thoughts> {
  const { game, state, seat, seed, budget, size, every } = asked;
  return using(game, engines, async (engine) => {
    const search = engine.search(state, seat, seed, size);
    const thoughts = await think(search, budget, { signal, ...(every !== undefined && { every, onProgress: tell }) });
    search.close();
    return thoughts;
  });
}

const tiled = ({ game, state }: Work['tile']['asked'], engines: EngineOf): Promise<Work['tile']['answer']> =>
  using(game, engines, (engine) => engine.bestTiling(state));

async function walked({ games, trees, first }: Walking, engines: EngineOf): Promise<string[]> {
  const [{ lines }, azul, duel] = await Promise.all([import('./walk'), engines('azul'), engines('duel')]);
  return [...lines({ azul, duel }, games, trees, first)];
}

/** Work with an engine, which is not used again if a kernel broke off. */
async function using<Result>(
  game: GameName,
  engines: EngineOf,
  work: (engine: Engine) => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work(await engines(game));
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) forget(game);
    throw error;
  }
}
