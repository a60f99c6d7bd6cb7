// @vitest-environment node
import { expect, it } from 'vitest';
import { crc32 } from './crc';
import { bothFromDisk, python } from './testing';
import { lines } from './walk';

it('has the check sums of zlib', () => {
  const text = new TextEncoder().encode('123456789');
  expect(crc32(text)).toBe(0xcbf43926);
  expect(crc32(text.subarray(4), crc32(text.subarray(0, 4)))).toBe(0xcbf43926);
});

it('plays every variant and grows every tree as Python does, bit by bit', async () => {
  const ours = [...lines(await bothFromDisk(), 2, 3)];
  expect(ours).toEqual(python('-m', 'tests.equality', '2', '3').trim().split('\n'));
  expect(ours).toHaveLength(12 + 48 + 6);
});
