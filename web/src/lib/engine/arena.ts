// The memory of a module as rooms, one on top of the other: the last ones taken are the first ones given back.

import { EngineError } from './error';
import type { Address } from './made/kernels';

const LINE = 64; // bytes that a processor fetches at once: a room begins with one
const PAGE = 65_536; // bytes by which memory grows

export class Arena {
  #top: Address;
  #view: DataView;

  /** `heap` is the first address that the module itself does not use. */
  constructor(
    readonly memory: WebAssembly.Memory,
    heap: Address,
  ) {
    this.#top = aligned(heap);
    this.#view = new DataView(memory.buffer);
  }

  /** Where the next room would begin; to `release` everything from there on. */
  get top(): Address {
    return this.#top;
  }

  /** All of the memory. Growing it makes older views useless, so this one is never kept. */
  get view(): DataView {
    if (this.#view.buffer !== this.memory.buffer) this.#view = new DataView(this.memory.buffer);
    return this.#view;
  }

  /** A room of zeros. */
  take(size: number): Address {
    const at = this.#top;
    const end = aligned(at + size);
    this.#grow(end);
    this.#top = end;
    return at;
  }

  /** Give back all rooms from an address on. Whoever wrote to them leaves zeros behind: see `clear`. */
  release(top: Address): void {
    this.#top = top;
  }

  /** Write zeros. */
  clear(at: Address, size: number): void {
    this.bytes(at, size).fill(0);
  }

  /** Rooms for as long as something takes that never waits. */
  during<Result>(work: () => Result): Result {
    const top = this.#top;
    try {
      return work();
    } finally {
      this.clear(top, this.#top - top);
      this.release(top);
    }
  }

  /** Bytes of the memory itself, not a copy. */
  bytes(at: Address, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  shorts(at: Address, length: number): Int16Array {
    return new Int16Array(this.memory.buffer, at, length);
  }

  floats(at: Address, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, length);
  }

  #grow(end: Address): void {
    const missing = end - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.memory.grow(Math.ceil(missing / PAGE));
    } catch {
      throw new EngineError(`there is no memory for ${Math.ceil(missing / 1e6)} MB more`);
    }
  }
}

const aligned = (at: Address): Address => Math.ceil(at / LINE) * LINE;
