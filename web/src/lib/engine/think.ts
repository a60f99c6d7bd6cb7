// Thinking by the clock or by simulations, in pieces: between two of them whoever shares the thread is heard.

import type { Candidate, Search } from './search';
import { EngineError } from './error';

/** When to stop thinking: whichever comes first. */
export interface Budget {
  simulations?: number;
  milliseconds?: number;
}

/** What a search thinks, finished or on the way. */
export interface Thoughts {
  /** The best first. */
  candidates: Candidate[];
  simulations: number;
  nodes: number;
  milliseconds: number;
  /** The best move is proven: more thought changes nothing. */
  proven: boolean;
  /** The tree has no room left. */
  full: boolean;
  /** Somebody stopped it before the budget was used up. */
  stopped: boolean;
}

export interface Thinking {
  /** Called now and then with what is thought so far. */
  onProgress?: (thoughts: Thoughts) => void;
  /** Milliseconds between two calls of it. */
  every?: number;
  /** Stops the search; what it thinks by then is its answer. */
  signal?: AbortSignal;
}

const FIRST_PIECE = 16; // simulations
const LARGEST_PIECE = 100_000;
const PIECE_MS = 2; // short enough to keep a deadline
const BREATH_MS = 12; // how long others wait at most
const USUALLY_EVERY = 100;

/** Let a search think within a budget. */
export async function think(
  search: Search,
  budget: Budget,
  { onProgress, every = USUALLY_EVERY, signal }: Thinking = {},
): Promise<Thoughts> {
  const { simulations = Infinity, milliseconds = Infinity } = budget;
  if (simulations === Infinity && milliseconds === Infinity) throw new EngineError('a search needs a budget');
  const began = performance.now();
  const thoughts = (): Thoughts => ({
    candidates: search.root(),
    simulations: search.simulations,
    nodes: search.nodes,
    milliseconds: performance.now() - began,
    proven: search.proven,
    full: search.full,
    stopped,
  });
  let stopped = signal?.aborted ?? false;
  let [left, piece, now, breathed, told] = [simulations, FIRST_PIECE, began, began, began];
  while (left > 0 && !stopped) {
    const asked = Math.min(piece, left);
    const ran = search.grow(asked);
    left -= ran;
    const took = performance.now() - now;
    now += took;
    if (ran < asked || now - began >= milliseconds) break;
    piece = nextPiece(piece, took);
    if (now - breathed < BREATH_MS) continue;
    if (onProgress && now - told >= every) {
      onProgress(thoughts());
      told = now;
    }
    await breath();
    now = breathed = performance.now();
    stopped = signal?.aborted ?? false;
  }
  return thoughts();
}

/** As many simulations as take the time of a piece. */
export const nextPiece = (piece: number, took: number): number =>
  Math.max(FIRST_PIECE, Math.min(LARGEST_PIECE, Math.floor((piece * PIECE_MS) / Math.max(1e-3, took))));

/** Let the thread do what waits for it. A timer would wait longer than that: browsers hold repeated ones back for 4 ms. */
function breath(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
