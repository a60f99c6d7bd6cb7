// @vitest-environment node
import { expect, it } from 'vitest';
import { widened } from './nets';

it('widens numbers of half precision exactly', () => {
  const known: [number, number][] = [
    [0x0000, 0],
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65504],
    [0x7c00, Infinity],
    [0xfc00, -Infinity],
    [0x7e00, NaN],
    [0x8000, -0],
  ];
  for (const [bits, value] of known) expect(widened(bits)).toBe(value);
});
