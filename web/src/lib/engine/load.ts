// Where engines come from: a module and its nets are fetched when somebody first asks for that game, once for each thread.

import { AzulEngine, DuelEngine, type Engines, type Parts } from './engine';
import { EngineError, messageOf } from './error';
import { rooms, type GameName, type Kernels } from './made/kernels';
import azulNets from './made/azul.nets?url';
import azulModule from './made/azul.wasm?url';
import duelNets from './made/duel.nets?url';
import duelModule from './made/duel.wasm?url';

const ADDRESSES: Record<GameName, { module: string; nets: string }> = {
  azul: { module: azulModule, nets: azulNets },
  duel: { module: duelModule, nets: duelNets },
};
const MAKERS: { [Game in GameName]: (parts: Parts<Game>) => Engines[Game] } = {
  azul: (parts) => new AzulEngine(parts),
  duel: (parts) => new DuelEngine(parts),
};
/** Gives the engine of a game. */
export type EngineOf = <Game extends GameName>(game: Game) => Promise<Engines[Game]>;

/** The engine of a game in this thread, once somebody asked for it. */
class Shelf<Game extends GameName> {
  #loading: Promise<Engines[Game]> | null = null;

  constructor(private readonly game: Game) {}

  get(): Promise<Engines[Game]> {
    this.#loading ??= fetched(this.game).catch((error: unknown) => {
      this.forget(); // the next one who asks tries again
      throw new EngineError(`the engine of ${this.game} could not be loaded: ${messageOf(error)}`, { cause: error });
    });
    return this.#loading;
  }

  forget(): void {
    this.#loading = null;
  }
}

const SHELVES: { [Game in GameName]: Shelf<Game> } = { azul: new Shelf('azul'), duel: new Shelf('duel') };

/** The engine of a game in this thread. */
export const engineOf: EngineOf = (game) => SHELVES[game].get();

/** Load the engine of a game afresh the next time: a kernel that broke off leaves its memory in disorder. */
export const forget = (game: GameName): void => SHELVES[game].forget();

/** An engine from the bytes of a module and of its nets, for those who have no server. */
export async function engineFrom<Game extends GameName>(
  game: Game,
  module: BufferSource,
  nets: Uint8Array,
): Promise<Engines[Game]> {
  return made(game, (await WebAssembly.instantiate(module)).instance, nets);
}

async function fetched<Game extends GameName>(game: Game): Promise<Engines[Game]> {
  const { module, nets } = ADDRESSES[game];
  const [instance, weights] = await Promise.all([
    got(module).then(instantiated),
    got(nets).then((answer) => answer.arrayBuffer()),
  ]);
  return made(game, instance, new Uint8Array(weights));
}

async function got(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new EngineError(`${address} was answered with ${answer.status}`);
  return answer;
}

/** Compiled while it arrives, where the browser can and the server says what it is. */
async function instantiated(answer: Response): Promise<WebAssembly.Instance> {
  const streams =
    'instantiateStreaming' in WebAssembly && answer.headers.get('content-type')?.startsWith('application/wasm');
  const { instance } = streams
    ? await WebAssembly.instantiateStreaming(answer)
    : await WebAssembly.instantiate(await answer.arrayBuffer());
  return instance;
}

function made<Game extends GameName>(game: Game, { exports }: WebAssembly.Instance, nets: Uint8Array): Engines[Game] {
  const { memory, heap } = exports;
  const kernels = Object.fromEntries(Object.keys(rooms[game]).map((name) => [name, exports[`${game}_${name}`]]));
  if (!(memory instanceof WebAssembly.Memory) || !(heap instanceof WebAssembly.Global) || !areKernels(game, kernels)) {
    throw new EngineError(`this is no module of ${game}`);
  }
  return MAKERS[game]({ kernels, memory, heap: Number(heap.value), nets });
}

/** Whether these are all the kernels of a game; what they take was settled when they were compiled. */
function areKernels<Game extends GameName>(game: Game, found: object): found is Kernels[Game] {
  const functions = Object.values(found).filter((value) => typeof value === 'function');
  return functions.length === Object.keys(rooms[game]).length;
}
