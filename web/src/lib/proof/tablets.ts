// Which tablets chance brings into play: the one event that is drawn by a Mersenne Twister (docs/chance.md).

import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { tablets } from '../engine/made/kernels';

const SIZE = 624;
const MIDDLE = 397;

/** MT19937, begun by an array of 32-bit numbers. */
class Twister {
  #state = new Uint32Array(SIZE);
  #at = SIZE;

  constructor(seed: readonly number[]) {
    const state = this.#state;
    state[0] = 19650218;
    for (let i = 1; i < SIZE; i++) state[i] = Math.imul(1812433253, mixedWith(state[i - 1]!)) + i;
    let i = 1;
    const next = (value: number): void => {
      state[i] = value;
      if (++i < SIZE) return;
      state[0] = state[SIZE - 1]!;
      i = 1;
    };
    for (let k = 0, j = 0; k < Math.max(SIZE, seed.length); k++, j = (j + 1) % seed.length)
      next((state[i]! ^ Math.imul(mixedWith(state[i - 1]!), 1664525)) + seed[j]! + j);
    for (let k = 1; k < SIZE; k++) next((state[i]! ^ Math.imul(mixedWith(state[i - 1]!), 1566083941)) - i);
    state[0] = 0x80000000;
  }

  /** A number below another: as many of the highest bits as that has, drawn again where they are not below it. */
  below(bound: number): number {
    const bits = 32 - Math.clz32(bound);
    for (;;) {
      const drawn = this.#next() >>> (32 - bits);
      if (drawn < bound) return drawn;
    }
  }

  #next(): number {
    if (this.#at >= SIZE) this.#twist();
    let word = this.#state[this.#at++]!;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  #twist(): void {
    const state = this.#state;
    for (let i = 0; i < SIZE; i++) {
      const word = (state[i]! & 0x80000000) | (state[(i + 1) % SIZE]! & 0x7fffffff);
      state[i] = state[(i + MIDDLE) % SIZE]! ^ (word >>> 1) ^ (word & 1 ? 0x9908b0df : 0);
    }
    this.#at = 0;
  }
}

const mixedWith = (word: number): number => word ^ (word >>> 30);

/** The words of a text and its hash, the last ones first. */
function wordsOf(text: string): number[] {
  const bytes = concatBytes(utf8ToBytes(text), sha512(utf8ToBytes(text))).reverse();
  return Array.from({ length: Math.ceil(bytes.length / 4) }, (_, word) =>
    [3, 2, 1, 0].reduce((value, at) => value * 256 + (bytes[4 * word + at] ?? 0), 0),
  );
}

/** The tablets that come of some bits: as many as asked for, or 3 or 4. */
export function drawnTablets(wish: 'random' | 3 | 4, bits: bigint): string[] {
  const dice = new Twister(wordsOf(`tablets ${bits}`));
  const number = wish === 'random' ? [3, 4][dice.below(2)]! : wish;
  const left = tablets.map((_, tablet) => tablet);
  const drawn = Array.from({ length: number }, (_, i) => {
    const at = dice.below(tablets.length - i);
    const tablet = left[at]!;
    left[at] = left[tablets.length - i - 1]!;
    return tablet;
  });
  return drawn.sort().map((tablet) => tablets[tablet]![dice.below(2)]!);
}
