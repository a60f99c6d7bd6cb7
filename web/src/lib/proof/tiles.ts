// Tiles as letters, and which deals a bag allows.

/** What a record says cannot be. */
export class ProofError extends Error {
  override name = 'ProofError';
}

/** The numbers of tiles and chips, as they are dealt. */
export type Given = number[];
type Counts = Record<string, number>;

const FIELD = 5; // bits for each kind of tile in a handful
const kinds = (handful: number, letters: string) =>
  [...letters].map((letter, kind) => [letter, (handful >>> (FIELD * kind)) & 31] as const);

/** The tiles of a handful in colour order. */
export const bunch = (handful: number, letters: string): string =>
  kinds(handful, letters)
    .map(([letter, number]) => letter.repeat(number))
    .join('');

/** The inverse. */
export const handfulOf = (text: string, letters: string): number =>
  [...text].reduce((handful, letter) => handful + (1 << (FIELD * indexOf(letter, letters))), 0);

/** Things written three bits each, lowest first, value 1 being the first letter; a space is nothing. */
export const packed = (text: string, letters: string): number =>
  [...text].reduce((value, one, at) => value | ((one === ' ' ? 0 : indexOf(one, letters) + 1) << (3 * at)), 0);

function indexOf(letter: string, letters: string): number {
  const found = letters.indexOf(letter);
  if (found < 0) throw new ProofError(`${letter} is no tile`);
  return found;
}

const sum = (counts: Counts): number => Object.values(counts).reduce((all, one) => all + one, 0);
const plus = (some: Counts, more: Counts): Counts =>
  Object.fromEntries(Object.keys(some).map((letter) => [letter, some[letter]! + more[letter]!]));
export const countsOf = (handful: number, letters: string): Counts => Object.fromEntries(kinds(handful, letters));
const number = (text: string, letter: string): number => text.split(letter).length - 1;

/** How many tiles each factory gets. */
export function dealtSizes(sizes: readonly number[], bag: number, discarded: number): number[] {
  let left = sum(countsOf(bag, 'abcdef')) + sum(countsOf(discarded, 'abcdef'));
  return sizes.map((size) => {
    const dealt = Math.min(size, left);
    left -= dealt;
    return dealt;
  });
}

/** The tiles of a deal in an order in which they can have been drawn: a bag that runs out is restocked with the discarded ones. */
export function dealingOrder(
  bunches: readonly string[],
  sizes: readonly number[],
  bag: number,
  discarded: number,
  letters: string,
): string[] {
  if (!Array.isArray(bunches) || bunches.length !== sizes.length || bunches.some((b, i) => b.length !== sizes[i]))
    throw new ProofError(`a deal has factories with ${sizes.join(', ')} tiles`);
  return drawn(bunches, countsOf(bag, letters), countsOf(discarded, letters));
}

export function drawn(bunches: readonly string[], bag: Counts, discarded: Counts): string[] {
  let order = '';
  for (const whole of bunches) {
    let rest = whole;
    if ([...whole].some((letter) => !(letter in bag))) throw new ProofError('such tiles are not in the game');
    if (sum(bag) < rest.length) {
      const last = Object.entries(bag);
      if (last.some(([letter, left]) => number(rest, letter) < left)) throw new ProofError('the last tiles are others');
      order += last.map(([letter, left]) => letter.repeat(left)).join('');
      rest = last.map(([letter, left]) => letter.repeat(number(rest, letter) - left)).join('');
      [bag, discarded] = [discarded, Object.fromEntries(last.map(([letter]) => [letter, 0]))];
    }
    bag = { ...bag };
    for (const letter of Object.keys(bag)) {
      bag[letter]! -= number(rest, letter);
      if (bag[letter]! < 0) throw new ProofError(`there are not so many ${letter} to draw`);
    }
    order += rest;
  }
  return [...order];
}

export { plus, sum, type Counts };
