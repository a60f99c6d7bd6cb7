// What happened at a table, told in beats: each changes the view as its event says, and says what flies. The last beat is always
// the view that the server sent. Here stands what both games share; a game says what its own events do.

import { linked, put } from '../board';
import { counting, signed, type Naming } from '../say';
import type { Tell } from '../table.svelte';
import type { Broken, GameEvent, LogEntry, Penalised, Tiled, View } from '../wire';
import { reversed, type Flight } from './flights';
import { BAG, lineAt, scoreOf } from './places';
import type { Beat, Pop } from './stage.svelte';

/** So long the move of somebody else rests on the table before the next one. */
const READING = 480;

/** So many moves are shown going back piece by piece, unless a round ended with them. */
const MOST_UNDONE = 6;
const FOR_GOOD: ReadonlySet<GameEvent['event']> = new Set(['Tiled', 'RoundEnded', 'Refilled']);

/** Points that rise from a place, if there are any. */
export const popOf = (at: string, points: number): Pop[] =>
  points ? [{ at, text: signed(points), tone: points < 0 ? 'loss' : 'gain' }] : [];

export abstract class Teller<V extends View> {
  protected view: V;
  protected flights: Flight[] = [];
  #beats: Beat[] = [];
  #told = 0; // events of the entry so far
  #hand: { tile: string; from: string }[] = []; // what was taken up, and where each tile flies from

  /** Whether tiles are square or round. */
  protected abstract readonly shape: 'tile' | 'disc';
  /** Where tiles go that have done their part. */
  protected abstract readonly discard: string;

  constructor(
    protected readonly before: V,
    protected readonly after: V,
    protected readonly name: Naming,
  ) {
    this.view = structuredClone(before);
  }

  protected abstract hear(event: GameEvent): void;
  protected abstract say(what: LogEntry | GameEvent): string;

  /** The beats of an entry of the log. */
  tell(entry: LogEntry): Beat[] {
    if (entry.what !== 'move') return [{ view: this.after, say: this.say(entry) }];
    for (const event of entry.events) {
      this.#told += 1;
      this.hear(event);
    }
    if (this.flights.length) this.push({});
    const [first, last] = [this.#beats[0], this.#beats.at(-1)];
    if (!first || !last) return [{ view: this.after, say: this.say(entry) }];
    first.say ??= this.say(entry);
    last.view = this.after;
    delete last.told;
    if (entry.seat !== this.before.seat) last.hold = Math.max(last.hold ?? 0, READING);
    return this.#beats;
  }

  /** From the table after some moves to the one before them, at once: what flew in a few of them flies back, more gives way calmly. */
  back(entry: LogEntry, undone: LogEntry[]): Beat[] {
    const beat = { view: this.before, say: this.say(entry) };
    const events = undone.flatMap((move) => move.events);
    if (undone.length > MOST_UNDONE || events.some(({ event }) => FOR_GOOD.has(event)))
      return [{ ...beat, fades: true }];
    for (const event of events) this.hear(event);
    const flown = [...this.#beats.flatMap(({ flights }) => flights ?? []), ...this.flights];
    // where a piece lay between two moves is not always known (index -1): it does not fly then
    const known = flown.filter(({ from, to }) => !from.endsWith('/-1') && !to.endsWith('/-1'));
    return [{ ...beat, flights: reversed(known) }];
  }

  protected board(seat: number): V['boards'][number] {
    return this.view.boards[seat]!;
  }

  protected look = (tile: string): string => `${this.shape}-${tile}`;

  /** A beat with all that flies. */
  protected push(beat: Omit<Beat, 'view'>, told = this.#told): void {
    if (!this.flights.length && !beat.say) return;
    this.#beats.push({ ...beat, flights: this.flights, view: structuredClone(this.view), told });
    this.flights = [];
  }

  /** What is on its way lands before the next thing begins. */
  protected settle(): void {
    if (this.flights.length) this.push({ hold: 200 }, this.#told - 1);
  }

  /** A beat that scores, with the tiles that count. */
  protected score(at: string, points: number, event: GameEvent, marks: string[] = [], hold = 700): void {
    this.push({ pops: popOf(at, points), marks, say: this.say(event), hold });
  }

  /** Take tiles up from where they lie. */
  protected grasp(tiles: string, at: (index: number) => string): void {
    this.#hand = [...tiles].map((tile, index) => ({ tile, from: at(index) }));
  }

  /** Lay tiles down that were taken up. */
  protected lay(tiles: string, at: (index: number) => string): void {
    [...tiles].forEach((tile, i) => {
      const held = this.#hand.find((one) => one.tile === tile);
      if (!held) return;
      this.#hand.splice(this.#hand.indexOf(held), 1);
      this.flights.push({ from: held.from, to: at(i), look: this.look(tile) });
    });
  }

  /** Tiles fall: those of the hand, or of a line that found no space. What lies there then, after what lay there before. */
  protected fall(event: Broken, lying: string, at: (seat: number, index: number) => string): string {
    const { seat, line, tiles, discarded } = event;
    if (line !== null) {
      this.settle();
      this.clear(seat, line);
    }
    this.lay(tiles, (index) => at(seat, lying.length + index));
    this.lay(discarded, () => this.discard);
    return lying + tiles;
  }

  /** Tiles of the hand go to a line. */
  protected placed(seat: number, line: number, tiles: string): void {
    const { lines } = this.board(seat);
    const old = lines[line - 1] ?? '';
    this.lay(tiles, (index) => lineAt(seat, line, old.length + index));
    lines[line - 1] = old + tiles;
  }

  /** The tiles of a line are taken up. */
  protected clear(seat: number, line: number): void {
    const { lines } = this.board(seat);
    this.grasp(lines[line - 1] ?? '', (index) => lineAt(seat, line, index));
    lines[line - 1] = '';
  }

  /** The first tile of a line goes to the rows of the wall or dome, the others have done their part. */
  protected tiled(event: Tiled, rows: string[], cellAt: (seat: number, row: number, column: number) => string): void {
    this.settle();
    const { seat, line, column } = event;
    const [board, cell] = [this.board(seat), cellAt(seat, line, column)];
    this.flights.push({ from: lineAt(seat, line, 0), to: cell, look: this.look(event.tile), arc: 0.12 });
    [...event.discarded].forEach((tile, i) =>
      this.flights.push({ from: lineAt(seat, line, i + 1), to: this.discard, look: this.look(tile) }),
    );
    board.lines[line - 1] = '';
    rows[line - 1] = put(rows[line - 1]!, column - 1, event.tile);
    board.score += event.points;
    this.view.pending = null;
    const counted = linked(rows, line, column).map(([r, c]) => cellAt(seat, r, c));
    const note: Pop = { at: `s${seat}/line/${line}`, text: counting(event), tone: 'note' }; // where the line has just become empty
    this.push({ pops: [...popOf(cell, event.points), note], marks: counted, say: this.say(event), hold: 800 });
  }

  /** What fell down is paid for and leaves the board. */
  protected penalised(event: Penalised, fallen: string, at: string): void {
    this.settle();
    const { seat, lost } = event;
    [...fallen].forEach((tile, i) =>
      this.flights.push({
        from: `${at}/${i}`,
        to: tile === 'M' ? scoreOf(seat) : this.discard,
        look: this.look(tile),
      }),
    );
    this.board(seat).score -= lost;
    this.score(at, -lost, event);
  }

  /** The factories are filled: tiles from the bag to each of these places. */
  protected refilled(event: GameEvent, dealt: { tile: string; to: string }[]): void {
    this.view = structuredClone(this.after);
    this.flights.push(...dealt.map(({ tile, to }) => ({ from: BAG, to, look: this.look(tile) })));
    this.push({ say: this.say(event), hold: 250 });
  }
}

/** How a game tells an entry of the log: on from the view before it, or back where moves are undone. */
export const tellBy =
  <V extends View>(GameTeller: new (before: V, after: V, name: Naming) => Teller<V>): Tell =>
  (before, entry, after, name, undone = []) =>
    undone.length
      ? new GameTeller(after as V, before as V, name).back(entry, undone)
      : new GameTeller(before as V, after as V, name).tell(entry);
