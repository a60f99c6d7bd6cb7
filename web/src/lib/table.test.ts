import { beforeEach, describe, expect, it } from 'vitest';
import { waits } from './table/status';
import { azulView, tableInfo } from './fixtures';
import { settings } from './settings.svelte';
import { TableStore } from './table.svelte';
import type { Down, Happened, Snapshot, Up } from './wire';
import { words } from './words.svelte';

const view = (round: number) => azulView({ round });
const snapshot = (version: number, legal: string[]): Snapshot => ({
  kind: 'snapshot',
  version,
  table: tableInfo(),
  viewer: 0,
  view: view(1),
  legal,
  back_to: [],
  clocks: null,
  log: [],
  ending: null,
});
const happened = (version: number, part: Partial<Happened> = {}): Happened => ({
  kind: 'happened',
  version,
  what: 'move',
  seat: 0,
  move: '1B>1',
  events: [],
  viewer: 0,
  view: view(2),
  to_move: 1,
  legal: [],
  back_to: [],
  clocks: null,
  id: null,
  ...part,
});

describe('a table', () => {
  let sent: Up[];
  let table: TableStore;
  let hear: (frame: Down) => void;

  beforeEach(() => {
    settings.change({ speed: 0 });
    sent = [];
    table = new TableStore(
      'x',
      (seat) => `P${seat}`,
      (_address, ears) => {
        hear = ears.heard;
        ears.changed('open');
        return { send: (frame) => void sent.push(frame), close: () => undefined };
      },
    );
    hear(snapshot(4, ['1B>1', '1B>F']));
  });

  it('takes a snapshot as it is', () => {
    expect(table.version).toBe(4);
    expect(table.stage.view).toBe(table.view);
    expect(table.myTurn).toBe(true);
  });

  it('sends a legal move once, with the version it has', () => {
    table.play('2R>1');
    expect(sent).toEqual([]);
    table.play('1B>F');
    table.play('1B>1');
    expect(sent).toMatchObject([{ kind: 'play', version: 4, move: '1B>F' }]);
    expect(table.myTurn).toBe(false);
  });

  it('tells both moves of one who ends a round and begins the next', async () => {
    table.use((_before, entry, after) => [{ view: after, say: `${entry.seat} ${entry.move}` }]);
    hear(happened(5, { seat: 1, move: 'CR>2' }));
    hear(happened(6, { seat: 1, move: '3K>4', view: view(3), legal: ['1B>1'] }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(table.stage.said.map(({ text }) => text)).toEqual(['1 CR>2', '1 3K>4']);
    expect(table.told.map(({ move }) => move)).toEqual(['CR>2', '3K>4']);
    expect(table.stage.view?.round).toBe(3);
  });

  it('folds what happened, and ignores what it has already', async () => {
    hear(happened(5));
    hear(happened(5, { view: view(9) }));
    expect(table.version).toBe(5);
    expect(table.log.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(table.stage.view?.round).toBe(2);
    expect(table.stage.playing).toBe(false);
  });

  it('logs no more than the story has told', async () => {
    const events = [0, 1, 0].map((seat) => ({ event: 'Passed' as const, seat }));
    const seen: number[] = [];
    table.use((_before, _entry, after) => {
      const beat = (told?: number) => ({
        told,
        get view() {
          queueMicrotask(() => seen.push(table.told.at(-1)?.events.length ?? -1));
          return after;
        },
      });
      return [beat(1), beat(2), beat()];
    });
    hear(happened(5, { events }));
    hear(happened(6));
    expect(table.log.map((line) => line.version)).toEqual([5, 6]);
    expect(table.told.map((line) => line.version)).toEqual([5]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(seen.slice(0, 3)).toEqual([1, 2, 3]);
    expect(table.told).toEqual(table.log);
  });

  it('keeps looks of the present version only', () => {
    table.look('1B>1');
    table.look(null);
    expect(sent).toMatchObject([
      { kind: 'look', move: '1B>1' },
      { kind: 'look', move: null },
    ]);
    hear({ kind: 'looked', version: 4, move: '1B>1', events: [], forecast: [], last_round: false });
    hear({ kind: 'looked', version: 3, move: null, events: [], forecast: [], last_round: false });
    expect([...table.looks.keys()]).toEqual(['1B>1']);
    hear(happened(5));
    expect(table.looks.size).toBe(0);
  });

  it('remembers from version to version that this round is the last', () => {
    hear({ kind: 'looked', version: 4, move: '1B>1', events: [], forecast: [], last_round: true });
    expect(table.lastRound).toBe(false); // so far it is only one move that would end it
    hear({ kind: 'looked', version: 4, move: null, events: [], forecast: [], last_round: true });
    hear(happened(5));
    expect(table.lastRound).toBe(true);
  });

  it('asks for nothing once the game has ended', () => {
    hear(happened(5, { what: 'resigned', move: null }));
    hear({
      kind: 'ended',
      version: 5,
      ending: { scores: [3, 4], winners: [1], reason: 'resigned', breakdown: [{}, {}] },
    });
    table.look(null);
    expect(sent).toEqual([]);
  });

  it('gives advice only where nobody else plays', () => {
    expect(table.hints).toBe(true);
    const info = tableInfo();
    const seats = info.seats.map((seat) => ({ ...seat, who: 'person' as const }));
    hear({ kind: 'changed', table: { ...info, seats } });
    expect(table.hints).toBe(false);
  });

  it('takes back once for each version: the last decision, or one that is named and can be', () => {
    table.takeBack();
    expect(sent).toEqual([]);
    hear(happened(5, { back_to: [2, 5] }));
    table.takeBack(3);
    table.takeBack();
    table.takeBack();
    expect(sent).toMatchObject([{ kind: 'takeback', version: 5, to: 5 }]);
    hear(happened(6, { what: 'takeback', to: 5, back_to: [2] }));
    table.takeBack(2);
    expect(sent.at(-1)).toMatchObject({ kind: 'takeback', version: 6, to: 2 });
    hear({ kind: 'refused', reason: 'not-stored', text: 'no', id: 'x' });
    table.takeBack(2);
    expect(sent).toHaveLength(3);
  });

  it('goes back: what was taken back is not told any more, nor that the round is the last', async () => {
    const undone: number[][] = [];
    table.use((_before, _entry, after, _name, moves = []) => {
      undone.push(moves.map(({ version }) => version));
      return [{ view: after }];
    });
    hear({ kind: 'looked', version: 4, move: null, events: [], forecast: [], last_round: true });
    for (const version of [5, 6, 7]) hear(happened(version));
    hear(happened(8, { what: 'takeback', to: 6, move: null }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(undone).toEqual([[], [], [], [6, 7]]);
    expect(table.told.map(({ version }) => version)).toEqual([5, 8]);
    expect(table.lastRound).toBe(false);
    hear(happened(9));
    expect(table.stands.map(({ version }) => version)).toEqual([5, 9]);
  });

  it('keeps why a bot moved', () => {
    table.askWhy(3);
    expect(sent).toEqual([{ kind: 'explain', version: 3 }]);
    hear({ kind: 'explained', version: 3, reasons: [] });
    hear(happened(5));
    expect(table.whys.get(3)?.reasons).toEqual([]);
  });

  it('gives the turn back when a move is refused', async () => {
    await words.speak('en');
    table.play('1B>F');
    const { id } = table.sent!;
    hear({ kind: 'refused', reason: 'illegal', text: 'no', id });
    expect(table.myTurn).toBe(true);
    expect(table.refusal).toBe('This move is not allowed here.');
  });

  it('does not give the turn back while a move is under way: not for a refused look, nor for the same table once more', () => {
    table.play('1B>F');
    hear({ kind: 'refused', reason: 'stale', text: 'no', id: null });
    hear({ kind: 'refused', reason: 'illegal', text: 'no', id: 'another' });
    hear(snapshot(4, ['1B>1', '1B>F']));
    expect(table.myTurn).toBe(false);
    hear(snapshot(6, ['CB>1']));
    expect(table.myTurn).toBe(true);
  });

  it('plays decisions that were made at once one after the other', () => {
    const played = () => sent.flatMap((frame) => (frame.kind === 'play' ? [`${frame.version} ${frame.move}`] : []));
    table.playAll(['1B>1', '2Y>2', '3R>3']);
    expect(played()).toEqual(['4 1B>1']);
    expect(table.myTurn).toBe(false);
    hear(happened(5, { to_move: 0, legal: ['2Y>2', '2Y>F'] }));
    expect(played()).toEqual(['4 1B>1', '5 2Y>2']);
    expect(table.myTurn).toBe(false);
    hear(happened(6, { to_move: 0, legal: ['CB>1'] })); // the last one cannot follow any more
    hear(happened(7, { to_move: 0, legal: ['3R>3'] }));
    expect(played()).toHaveLength(2);
    expect(table.myTurn).toBe(true);
  });

  it('leaves the decisions that were to follow one that is refused, or taken back', () => {
    table.playAll(['1B>1', '1B>F']);
    hear({ kind: 'refused', reason: 'illegal', text: 'no', id: table.sent!.id });
    hear(happened(5, { to_move: 0, legal: ['1B>F'] }));
    expect(sent).toHaveLength(1);
    table.playAll(['1B>F', '1B>1']);
    hear(happened(6, { what: 'takeback', move: null, to_move: 0, legal: ['1B>1'] }));
    expect(sent).toHaveLength(2);
  });

  it('asks nothing about a table that it is about to change', () => {
    table.play('1B>F');
    table.look(null);
    expect(sent.map(({ kind }) => kind)).toEqual(['play']);
  });

  it('says why in the language of the page, and nothing once the game is over', async () => {
    const refused = { kind: 'refused', reason: 'not-your-turn', text: 'no', id: null } as const;
    await words.speak('it');
    hear(refused);
    expect(table.refusal).toBe('Non tocca a te.');
    table.refusal = '';
    hear({
      kind: 'ended',
      version: 5,
      ending: { scores: [5, 4], winners: [0], reason: 'resigned', breakdown: [{}, {}] },
    });
    hear(refused);
    expect(table.refusal).toBe('');
  });

  it('says that the bots are getting ready, and how far they are, instead of that one thinks', async () => {
    await words.speak('en');
    hear(happened(5));
    expect(waits(table, 1)).toBe('P1 is thinking…');
    hear({ kind: 'preparing', share: 0.609 });
    expect(waits(table, 1)).toBe('Getting the bots ready… 60%');
    expect(waits(table, 0)).toBe('P0 is thinking…');
    hear({ kind: 'preparing', share: 1 });
    expect(waits(table, 1)).toBe('P1 is thinking…');
  });

  it('says that a bot waits for its turn, or thinks again, until it has moved', async () => {
    await words.speak('en');
    hear(happened(5));
    hear({ kind: 'waiting', seconds: 12, again: false });
    expect(waits(table, 1)).toBe('P1 is waiting for a turn to think, about 12 s…');
    expect(waits(table, 0)).toBe('P0 is thinking…');
    hear({ kind: 'waiting', seconds: 0, again: true });
    expect(waits(table, 1)).toBe('P1 has to think again…');
    hear(happened(6));
    expect(waits(table, 1)).toBe('P1 is thinking…');
  });
});
