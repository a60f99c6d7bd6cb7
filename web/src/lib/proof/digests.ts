// What follows from a promised key and the salts of all seats, as docs/chance.md has it. A page over plain HTTP has no WebCrypto.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const signed = (key: Uint8Array, text: string): Uint8Array => hmac(sha256, key, utf8ToBytes(text));

/** What is told of a key before anybody adds a salt. */
export const promiseOf = (key: string): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes('tessela promise 2 '), hexToBytes(key))));

/** The key by which a game is drawn. */
export const mixed = (key: string, salts: readonly string[]): Uint8Array =>
  signed(hexToBytes(key), `tessela chance 2 salts ${salts.join(' ')}`);

/** The salt of a seat for which nobody brought one. */
export const saltOf = (key: string, seat: number): string =>
  bytesToHex(signed(hexToBytes(key), `tessela chance 2 salt ${seat}`).subarray(0, 16));

/** The 64 bits of an event of chance. */
export const bitsOf = (key: Uint8Array, event: string): bigint =>
  new DataView(signed(key, `tessela chance 1 ${event}`).buffer).getBigUint64(0);

/** Who sits where if that is left to chance: the numbers of those who came, by seat. */
export function seatOrder(key: Uint8Array, players: number): number[] {
  const drawn = Array.from({ length: players }, (_, comer) =>
    bytesToHex(signed(key, `tessela chance 2 seat ${comer}`)),
  );
  return drawn.map((_, comer) => comer).sort((a, b) => (drawn[a]! < drawn[b]! ? -1 : 1));
}
