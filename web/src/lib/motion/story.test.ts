import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { tell as tellAzul } from '../azul/story';
import { linked } from '../board';
import { tell as tellDuel } from '../duel/story';
import type { AzulBoard, DuelBoard, LogEntry, View } from '../wire';
import { words } from '../words.svelte';
import type { Beat } from './stage.svelte';

interface Told {
  first: View;
  entries: (LogEntry & { after: View })[];
}
interface Scene {
  before: View;
  entry: Told['entries'][number];
  beats: Beat[];
}
let games: Record<'azul' | 'duel', Told[]> = { azul: [], duel: [] };

beforeAll(async () => {
  await words.speak('en');
  const python = process.env.PYTHON ?? '../.venv/bin/python';
  games = JSON.parse(execFileSync(python, ['scripts/games.py'], { encoding: 'utf8', maxBuffer: 2 ** 27 }));
});

const STORIES = [
  {
    game: 'azul',
    tell: tellAzul,
    place: /^(factory\/\d\/\d|centre\/(\d+|marker)|s\d\/(line\/\d\/\d|wall\/\d\/\d|floor\/\d|score)|hand\/\d|bag|lid)$/,
    down: /line|floor/,
    kinds: 'Taken MarkerTaken Placed Broken Tiled Penalised RoundEnded Refilled BonusScored GameEnded',
  },
  {
    game: 'duel',
    tell: tellDuel,
    place:
      /^(factory\/[L1-4]\/((sun|moon)\/\d+|chip|marker)|display\/[0-2]|pile|s[01]\/(line\/[1-6]\/[0-5]|dome\/[1-6]\/[1-6]|space\/[abc][1-3]|broken\/[0-3]|marker|chips\/((paid|spent)\/)?\d+|hand\/\d+|score)|bag|tower|supply)$/,
    down: /line|broken/,
    kinds:
      'Taken MarkerTaken Placed Broken Stacked Revealed ChipTaken PlateTaken PlateDrawn PlatesSeen PlateKept PlatePlaced ' +
      'PlateReturned DisplayRefilled Passed ChipsChosen Paid Saved Tiled SpecialPlaced Penalised RoundEnded Refilled BonusScored GameEnded',
  },
] as const;

/** What a round leaves on a board, and the next does not change. */
const lasting = (board: AzulBoard | DuelBoard) =>
  'wall' in board ? [board.wall, board.lines] : [board.tiles, board.plates, board.lines, board.broken, board.spent];

describe.each(STORIES)(
  'the story of whole games of $game, as the rules played them',
  ({ game, tell, place, down, kinds }) => {
    function* everyScene(): Generator<Scene> {
      for (const { first, entries } of games[game]) {
        let before = first;
        for (const entry of entries) {
          yield { before, entry, beats: tell(before, entry, entry.after, (seat) => `P${seat}`) };
          before = entry.after;
        }
      }
    }

    it('has every kind of event', () => {
      const met = new Set(
        games[game].flatMap(({ entries }) => entries.flatMap(({ events }) => events.map((e) => e.event))),
      );
      expect([...met].sort()).toEqual(kinds.split(' ').sort());
    });

    it('always ends with the view that the server sent', () => {
      for (const { beats, entry } of everyScene()) expect(beats.at(-1)?.view).toBe(entry.after);
    });

    it('flies between places that the table has', () => {
      const wrong = new Set<string>();
      for (const { beats } of everyScene())
        for (const { from, to } of beats.flatMap((beat) => beat.flights ?? []))
          for (const one of [from, to]) if (!place.test(one)) wrong.add(one);
      expect([...wrong]).toEqual([]);
    });

    it('takes and lays every tile of a move once', () => {
      for (const { beats, entry } of everyScene()) {
        const laid = entry.events.flatMap((event) =>
          event.event === 'Placed' || event.event === 'Broken' ? [...event.tiles] : [],
        );
        const flown = beats
          .flatMap((beat) => beat.flights ?? [])
          .filter(({ to, look }) => down.test(to) && !look?.endsWith('-M'));
        expect(flown.map(({ look }) => look?.at(-1)).sort()).toEqual(laid.sort());
      }
    });

    it('sends no two pieces from one spot to two in a beat, nor two to one', () => {
      for (const { beats } of everyScene())
        for (const { flights = [] } of beats) {
          const ends = flights.filter(
            ({ from, to }) => from !== to && !/^(bag|lid|tower|supply|pile)$|score$/.test(to),
          );
          expect(new Set(ends.map(({ to }) => to)).size).toBe(ends.length);
        }
    });

    it('goes back over one move or two: at once, to the view before them, between places that the table has', () => {
      let flown = 0;
      for (const { first, entries } of games[game])
        entries.forEach((last, i) => {
          const undone = entries.slice(Math.max(0, i - 1), i + 1);
          const [from, to] = [last.after, entries[i - undone.length]?.after ?? first];
          const back: LogEntry = { version: 999, what: 'takeback', seat: last.seat, move: null, events: [], to: 1 };
          const beats = tell(from, back, to, (seat) => `P${seat}`, undone);
          expect(beats).toHaveLength(1);
          expect(beats[0]!.view).toBe(to);
          const { flights = [], fades } = beats[0]!;
          const deals = undone.some(({ events }) => events.some(({ event }) => event === 'Refilled'));
          if (deals) expect(fades).toBe(true);
          for (const flight of flights) {
            flown += 1;
            expect(flight.from).toMatch(place);
            expect(flight.to).toMatch(place);
            expect(flight.from).not.toBe(flight.to);
          }
        });
      expect(flown).toBeGreaterThan(100);
    });

    it('has told the scores and boards of a round before it deals the next', () => {
      let rounds = 0;
      for (const { beats, entry } of everyScene()) {
        const ended = entry.events.find((event) => event.event === 'RoundEnded');
        const refilled = beats.findIndex((beat) => beat.flights?.some((flight) => flight.from === 'bag'));
        if (!ended || refilled < 1) continue;
        const { boards } = beats[refilled - 1]!.view;
        expect(boards.map((board) => board.score)).toEqual(ended.scores);
        expect(boards.map(lasting)).toEqual(entry.after.boards.map(lasting));
        rounds += 1;
      }
      expect(rounds).toBeGreaterThan(8);
    });

    it('says something for every entry, and tells of no more events than there are', () => {
      for (const { beats, entry } of everyScene()) {
        expect(beats[0]?.say).toBeTruthy();
        const told = beats.flatMap((beat) => (beat.told === undefined ? [] : [beat.told]));
        expect([...told].sort((a, b) => a - b)).toEqual(told);
        expect(Math.max(0, ...told)).toBeLessThanOrEqual(entry.events.length);
      }
    });
  },
);

it('counts the tiles linked with a tile', () => {
  const wall = ['.B...', 'WBY.K', '.W...', '.....', '.....'];
  expect(linked(wall, 2, 2).length).toBe(5);
  expect(linked(wall, 2, 5)).toEqual([[2, 5]]);
});
