// What happened at an Azul table, told in beats: each changes the view as its event says, and says what flies. The last beat
// is always the view that the server sent.

import type { Flight } from '../motion/flights';
import type { Beat } from '../motion/stage.svelte';
import { eventsOf } from '../table.svelte';
import type { GameEvent, Line, Penalised, Taken, Tiled } from '../wire';
import type { AzulView, View } from '../views';
import { sentence } from './say';
import { BAG, LID, centreAt, centreMarker, factoryAt, floorAt, handAt, lineAt, scoreOf, wallAt } from './places';

type Naming = (seat: number) => string;
/** So long the move of somebody else rests on the table before the next one. */
const READING = 420;

export function tell(before: View, entry: Line, after: View, name: Naming): Beat[] {
  if (entry.what !== 'move') return [{ view: after, say: sentence(entry, name, (after as AzulView).players) }];
  const teller = new Teller(before as AzulView, after as AzulView, name);
  for (const event of eventsOf(entry)) teller.tell(event);
  return teller.end(entry);
}

class Teller {
  #view: AzulView;
  #beats: Beat[] = [];
  #flights: Flight[] = [];
  #told = 0; // events of the entry so far
  #hand: string[] = []; // where the tiles in the hand fly from, first those of the colour
  #letters = '';

  constructor(
    before: AzulView,
    private readonly after: AzulView,
    private readonly name: Naming,
  ) {
    this.#view = structuredClone(before);
    if (before.pending?.tiles) this.#grasp(before.pending.tiles, (index) => handAt(index));
  }

  tell(event: GameEvent): void {
    this.#told += 1;
    this.#hear(event);
  }

  #hear(event: GameEvent): void {
    switch (event.event) {
      case 'Taken':
        return this.#taken(event);
      case 'MarkerTaken': {
        const board = this.#view.boards[event.seat]!;
        if (board.floor.length < 7) this.#flights.push({ from: centreMarker, to: floorAt(event.seat, board.floor.length), look: 'tile-M' });
        if (board.floor.length < 7) board.floor += 'M';
        this.#view.marker = event.seat;
        return;
      }
      case 'Placed': {
        const board = this.#view.boards[event.seat]!;
        const old = board.lines[event.line - 1] ?? '';
        this.#lay(event.tiles, (index) => lineAt(event.seat, event.line, old.length + index));
        board.lines[event.line - 1] = old + event.tiles;
        return;
      }
      case 'Broken': {
        const board = this.#view.boards[event.seat]!;
        const floor = board.floor;
        if (event.line) {
          this.#grasp(event.tiles + event.discarded, (index) => lineAt(event.seat, event.line!, index));
          board.lines[event.line - 1] = '';
        }
        this.#lay(event.tiles, (index) => floorAt(event.seat, floor.length + index));
        this.#lay(event.discarded, () => LID);
        board.floor = floor + event.tiles;
        return;
      }
      case 'Tiled':
        return this.#tiled(event);
      case 'Penalised':
        return this.#penalised(event);
      case 'RoundEnded':
        return this.#push({});
      case 'Refilled': {
        this.#push({});
        const factories = (event.deal as { factories: string[] }).factories;
        this.#view = { ...this.after, factories: [...factories], centre: '', marker: null };
        this.#flights = factories.flatMap((tiles, f) => [...tiles].map((tile, i) => ({ from: BAG, to: factoryAt(f + 1, i), look: `tile-${tile}` })));
        return this.#push({ say: sentence(event, this.name), hold: 250 });
      }
      case 'BonusScored': {
        this.#view.boards[event.seat]!.score += event.points;
        const pops = [{ at: scoreOf(event.seat), text: signed(event.points), tone: 'gain' as const }];
        return this.#push({ pops, say: sentence(event, this.name), hold: 900 });
      }
      default:
        return;
    }
  }

  end(entry: Line): Beat[] {
    if (this.#flights.length) this.#push({});
    const last = this.#beats.at(-1);
    if (!last) return [{ view: this.after, say: sentence(entry, this.name) }];
    this.#beats[0]!.say ??= sentence(entry, this.name);
    last.view = this.after;
    delete last.told;
    if (entry.seat !== this.after.seat) last.hold = Math.max(last.hold ?? 0, READING);
    return this.#beats;
  }

  #taken({ source, tiles, rest }: Taken): void {
    const view = this.#view;
    if (source === 'C') {
      const left = without(view.centre, tiles);
      this.#grasp(tiles, indices(view.centre, tiles, centreAt));
      this.#flights.push(...slides(view.centre, left));
      view.centre = left;
      return;
    }
    const from = view.factories[Number(source) - 1] ?? '';
    this.#grasp(tiles, indices(from, tiles, (index) => factoryAt(source, index)));
    const centre = inOrder(view.centre + rest);
    const start = indices(from, rest, (index) => factoryAt(source, index));
    const goal = indicesFromTheEnd(centre, rest);
    this.#flights.push(...slides(view.centre, centre));
    if (rest && view.marker === null) this.#flights.push({ from: centreMarker, to: centreMarker, look: 'tile-M', arc: 0 });
    [...rest].forEach((tile, i) => this.#flights.push({ from: start(i), to: goal(i), look: `tile-${tile}`, arc: 0.08 }));
    view.factories[Number(source) - 1] = '';
    view.centre = centre;
  }

  #tiled(event: Tiled): void {
    this.#settle();
    const board = this.#view.boards[event.seat]!;
    const { seat, line, column } = event;
    this.#flights.push({ from: lineAt(seat, line, 0), to: wallAt(seat, line, column), look: `tile-${event.tile}`, arc: 0.12 });
    [...event.discarded].forEach((tile, i) => this.#flights.push({ from: lineAt(seat, line, i + 1), to: LID, look: `tile-${tile}` }));
    board.lines[line - 1] = '';
    board.wall[line - 1] = put(board.wall[line - 1]!, column - 1, event.tile);
    board.score += event.points;
    this.#view.pending = null;
    const pops = [{ at: wallAt(seat, line, column), text: signed(event.points), tone: 'gain' as const }];
    this.#push({ pops, marks: linked(board.wall, line, column).map(([r, c]) => wallAt(seat, r, c)), say: sentence(event, this.name), hold: 650 });
  }

  #penalised(event: Penalised): void {
    this.#settle();
    const board = this.#view.boards[event.seat]!;
    if (!board.floor && !event.penalty) return;
    [...board.floor].forEach((tile, i) => {
      this.#flights.push({ from: floorAt(event.seat, i), to: tile === 'M' ? scoreOf(event.seat) : LID, look: `tile-${tile}` });
    });
    board.floor = '';
    board.score -= event.lost;
    const pops = event.lost ? [{ at: `s${event.seat}/floor`, text: signed(-event.lost), tone: 'loss' as const }] : [];
    this.#push({ pops, say: sentence(event, this.name), hold: 700 });
  }

  /** The move that ended the round lands before the tiling begins. */
  #settle(): void {
    if (this.#flights.length && this.#beats.length === 0) this.#push({ hold: 200 }, this.#told - 1);
  }

  #push(beat: Omit<Beat, 'view'>, told = this.#told): void {
    if (!this.#flights.length && !beat.say) return;
    this.#beats.push({ ...beat, flights: this.#flights, view: structuredClone(this.#view), told });
    this.#flights = [];
  }

  #grasp(tiles: string, at: (index: number) => string): void {
    this.#letters = tiles;
    this.#hand = [...tiles].map((_, index) => at(index));
  }

  #lay(tiles: string, at: (index: number) => string): void {
    [...tiles].forEach((tile, i) => {
      const held = this.#letters.indexOf(tile);
      const from = held < 0 ? undefined : this.#hand[held];
      if (from === undefined) return;
      this.#letters = put(this.#letters, held, ' ');
      this.#flights.push({ from, to: at(i), look: `tile-${tile}` });
    });
  }
}

const ORDER = 'BYRKWJ';
export const inOrder = (tiles: string): string => [...tiles].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join('');
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
const put = (text: string, index: number, letter: string) => text.slice(0, index) + letter + text.slice(index + 1);

function without(tiles: string, taken: string): string {
  return [...taken].reduce((left, tile) => left.replace(tile, ''), tiles);
}

/** Where in a bunch each of some tiles lies. */
function indices(bunch: string, tiles: string, at: (index: number) => string): (i: number) => string {
  const free = [...bunch];
  const found = [...tiles].map((tile) => {
    const index = free.indexOf(tile);
    if (index >= 0) free[index] = '';
    return at(Math.max(0, index));
  });
  return (i) => found[i]!;
}

/** The same, but the newest of a colour lie behind the others of it. */
function indicesFromTheEnd(bunch: string, tiles: string): (i: number) => string {
  const free = [...bunch];
  const found = [...tiles].map((tile) => {
    const index = free.lastIndexOf(tile);
    free[index] = '';
    return centreAt(index);
  });
  return (i) => found[i]!;
}

/** The tiles that stay in the centre make room or close up. */
function slides(before: string, after: string): Flight[] {
  return [...new Set(before)].flatMap((tile) => {
    const [was, is] = [before.indexOf(tile), after.indexOf(tile)];
    const stay = Math.min(before.split(tile).length, after.split(tile).length) - 1;
    if (is < 0) return [];
    return Array.from({ length: stay }, (_, i) => ({ from: centreAt(was + i), to: centreAt(is + i), look: `tile-${tile}`, arc: 0 }));
  });
}

/** The tiles in one row and one column with a tile, itself included: those its points count. */
export function linked(wall: string[], row: number, column: number): [number, number][] {
  const filled = (r: number, c: number) => (wall[r - 1]?.[c - 1] ?? '.') !== '.';
  const found: [number, number][] = [[row, column]];
  for (const [dr, dc] of [[0, 1], [0, -1], [1, 0], [-1, 0]] as const) {
    for (let r = row + dr, c = column + dc; filled(r, c); r += dr, c += dc) found.push([r, c]);
  }
  return found;
}
