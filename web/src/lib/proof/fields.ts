// The parts of a position by their names, to be read and written.

import { BYTES, numberOf, type Field } from '../engine/fields';
import { states } from '../engine/made/kernels';
import type { State } from '../engine/engine';

type Game = keyof typeof states;
export type FieldOf<G extends Game> = keyof (typeof states)[G]['fields'];

/** Reads and writes the numbers of a position in place. */
export class Numbers<G extends Game> {
  readonly #view: DataView;

  constructor(
    readonly game: G,
    readonly state: State,
  ) {
    this.#view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  }

  get(name: FieldOf<G>, index = 0): number {
    return numberOf(this.#view, 0, this.#field(name), index);
  }

  /** All numbers of a field. */
  all(name: FieldOf<G>): number[] {
    const length = this.#field(name).shape.reduce((product, size) => product * size, 1);
    return Array.from({ length }, (_, index) => this.get(name, index));
  }

  put(name: FieldOf<G>, value: number | bigint, index = 0): void {
    const field = this.#field(name);
    const bytes = BYTES[field.type];
    const whole = BigInt.asUintN(8 * bytes, BigInt(value));
    for (let byte = 0; byte < bytes; byte++)
      this.#view.setUint8(field.at + index * bytes + byte, Number((whole >> BigInt(8 * byte)) & 255n));
  }

  /** Put something into a set. */
  mark(name: FieldOf<G>, bit: number, index = 0): void {
    const at = this.#byteOf(name, bit, index);
    this.#view.setUint8(at, this.#view.getUint8(at) | (1 << (bit & 7)));
  }

  /** Take something out of a set. */
  clear(name: FieldOf<G>, bit: number, index = 0): void {
    const at = this.#byteOf(name, bit, index);
    this.#view.setUint8(at, this.#view.getUint8(at) & ~(1 << (bit & 7)));
  }

  #byteOf(name: FieldOf<G>, bit: number, index: number): number {
    const field = this.#field(name);
    return field.at + index * BYTES[field.type] + (bit >> 3);
  }

  #field(name: FieldOf<G>): Field {
    return (states[this.game].fields as unknown as Record<FieldOf<G>, Field>)[name];
  }
}
