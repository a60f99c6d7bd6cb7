// The engine in a worker, as a page uses it. The worker starts with the first thing it is asked for.

import type { State, Tiling } from './engine';
import { EngineError } from './error';
import type { GameName } from './made/kernels';
import type { Answer, Asked, Kind, Request, Walking, Work } from './messages';
import type { Thinking, Thoughts } from './think';

/** What a worker says. */
export interface Ears {
  heard(answer: Answer): void;
  /** It could not be started, or broke down. */
  failed(message: string): void;
}

/** A way to a worker; tests have one of their own. */
export interface Line {
  send(request: Request): void;
  close(): void;
}

interface Listening {
  onProgress?: ((thoughts: Thoughts) => void) | undefined;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  done(answer: Answer): void;
  failed(error: EngineError): void;
  onProgress?: ((thoughts: Thoughts) => void) | undefined;
}

export class EngineClient {
  #line: Line | null = null;
  #closed = false;
  #last = 0;
  #waiting = new Map<number, Waiting>();

  constructor(private readonly open: (ears: Ears) => Line = openWorker) {}

  /** Think about a position. A signal stops it, and what is thought by then is the answer. */
  search(asked: Omit<Asked, 'every'>, { onProgress, every = 100, signal }: Thinking = {}): Promise<Thoughts> {
    const wish = onProgress ? { ...asked, every } : asked;
    return this.#ask('search', (id) => ({ kind: 'search', id, asked: wish }), { onProgress, signal });
  }

  /** The best choice in a tiling. */
  bestTiling(game: GameName, state: State): Promise<Tiling> {
    return this.#ask('tile', (id) => ({ kind: 'tile', id, asked: { game, state } }));
  }

  /** The lines of walk.ts, to compare this browser with Python. */
  walk(walking: Walking): Promise<string[]> {
    return this.#ask('walk', (id) => ({ kind: 'walk', id, asked: walking }));
  }

  /** End the worker, whatever it is doing. */
  close(): void {
    this.#closed = true;
    this.#end('the engine was closed');
  }

  #ask<K extends Kind>(
    kind: K,
    request: (id: number) => Request,
    { onProgress, signal }: Listening = {},
  ): Promise<Work[K]['answer']> {
    if (this.#closed) return Promise.reject(new EngineError('the engine was closed'));
    const id = ++this.#last;
    const stop = () => this.#line?.send({ kind: 'stop', id });
    return new Promise<Work[K]['answer']>((resolve, reject) => {
      this.#waiting.set(id, {
        done: (answer) =>
          isOf(kind, answer) ? resolve(answer.answer) : reject(new EngineError('the worker answered something else')),
        failed: reject,
        onProgress,
      });
      this.#line ??= this.open({ heard: (answer) => this.#hear(answer), failed: (message) => this.#end(message) });
      this.#line.send(request(id));
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop);
    }).finally(() => {
      this.#waiting.delete(id);
      signal?.removeEventListener('abort', stop);
    });
  }

  #hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (answer.kind === 'progress') return waiting?.onProgress?.(answer.thoughts);
    this.#waiting.delete(answer.id);
    if (answer.kind === 'failed') waiting?.failed(new EngineError(answer.message));
    else waiting?.done(answer);
  }

  /** No answers come any more; a next question starts another worker, unless this was the end. */
  #end(message: string): void {
    this.#line?.close();
    this.#line = null;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    all.forEach(({ failed }) => failed(new EngineError(message)));
  }
}

type Done<K extends Kind> = Extract<Answer, { kind: 'done'; of: K }>;

const isOf = <K extends Kind>(kind: K, answer: Answer): answer is Done<K> =>
  answer.kind === 'done' && answer.of === kind;

function openWorker(ears: Ears): Line {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  worker.onmessage = (message: MessageEvent<Answer>) => ears.heard(message.data);
  worker.onerror = (event) => ears.failed(event.message || 'the worker of the engine could not be started');
  worker.onmessageerror = () => ears.failed('the worker of the engine could not be understood');
  return { send: (request) => worker.postMessage(request), close: () => worker.terminate() };
}
