import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Beat } from '../motion/stage.svelte';
import type { AzulView } from '../views';
import type { Line, RoundEnded } from '../wire';
import { eventsOf } from '../table.svelte';
import { words } from '../words.svelte';
import { linked, tell } from './story';

interface Told {
  first: AzulView;
  entries: (Line & { after: AzulView })[];
}
const PLACE = /^(factory\/\d\/\d|centre\/(\d+|marker)|s\d\/(line\/\d\/\d|wall\/\d\/\d|floor\/\d|score)|hand\/\d|bag|lid)$/;
let games: Told[] = [];

beforeAll(async () => {
  await words.speak('en');
  const python = process.env.PYTHON ?? '../.venv/bin/python';
  games = JSON.parse(execFileSync(python, ['scripts/games.py'], { encoding: 'utf8', maxBuffer: 2 ** 26 })) as Told[];
}, 60_000);

function* everyScene(): Generator<{ before: AzulView; entry: Told['entries'][number]; beats: Beat[] }> {
  for (const game of games) {
    let before = game.first;
    for (const entry of game.entries) {
      yield { before, entry, beats: tell(before, entry, entry.after, (seat) => `P${seat}`) };
      before = entry.after;
    }
  }
}

describe('the story of whole games, as the rules played them', () => {
  it('always ends with the view that the server sent', () => {
    for (const { beats, entry } of everyScene()) expect(beats.at(-1)?.view).toBe(entry.after);
  });

  it('flies between places that the table has', () => {
    for (const { beats } of everyScene()) {
      for (const { from, to } of beats.flatMap((beat) => beat.flights ?? [])) {
        expect(from).toMatch(PLACE);
        expect(to).toMatch(PLACE);
      }
    }
  });

  it('takes and lays every tile of a move once', () => {
    for (const { beats, entry } of everyScene()) {
      const laid = eventsOf(entry).flatMap((event) => (event.event === 'Placed' || event.event === 'Broken' ? [...event.tiles] : []));
      const flown = beats.flatMap((beat) => beat.flights ?? []).filter(({ to, look }) => /line|floor/.test(to) && look !== 'tile-M');
      expect(flown.length).toBe(laid.length);
    }
  });

  it('has told the scores and walls of a round before it deals the next', () => {
    let rounds = 0;
    for (const { beats, entry } of everyScene()) {
      const ended = eventsOf(entry).find((event): event is RoundEnded => event.event === 'RoundEnded');
      const refilled = beats.findIndex((beat) => beat.flights?.some((flight) => flight.from === 'bag'));
      if (!ended || refilled < 1) continue;
      const { boards } = beats[refilled - 1]!.view as AzulView;
      expect(boards.map((board) => board.score)).toEqual(ended.scores);
      expect(boards.map((board) => board.wall)).toEqual(entry.after.boards.map((board) => board.wall));
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(8);
  });

  it('says something for every entry', () => {
    for (const { beats } of everyScene()) expect(beats[0]?.say).toBeTruthy();
  });
});

it('counts the tiles linked with a tile', () => {
  const wall = ['.B...', 'WBY.K', '.W...', '.....', '.....'];
  expect(linked(wall, 2, 2).length).toBe(5);
  expect(linked(wall, 2, 5)).toEqual([[2, 5]]);
});
