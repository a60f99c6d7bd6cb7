import { describe, expect, it } from 'vitest';
import { fromDisk, python } from '../engine/testing';
import { check, type Found } from './check';
import type { Json } from './rules';

const GAMES = Number(process.env.TESSELA_PROVEN_GAMES ?? 16);

interface Line {
  what: string;
  passes: boolean;
  record: Json;
}
const lines = python('-m', 'tests.game.proven', `${GAMES}`)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);
const found = (record: Json, known: Partial<Parameters<typeof check>[1]> = {}): Promise<Found> =>
  check(record, { noted: null, ...known }, fromDisk);

describe('a proof, checked in the browser', () => {
  it('is judged as Python judges it, whole and with one thing changed', async () => {
    expect(lines.filter(({ passes }) => passes).length).toBeGreaterThanOrEqual(GAMES);
    const different = [];
    for (const { what, passes, record } of lines) {
      const { wrong } = await found(record);
      if ((wrong === null) !== passes)
        different.push(`${what}: ${passes ? 'passes' : 'fails'} in Python, here ${wrong}`);
    }
    expect(different).toEqual([]);
  });
});
