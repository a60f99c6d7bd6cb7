// What happened at a Duel table, told in beats: each changes the view as its event says, and says what flies. The last beat is
// always the view that the server sent.

import type { Flight } from '../motion/flights';
import type { Beat } from '../motion/stage.svelte';
import { eventsOf } from '../table.svelte';
import type { Broken, ChipsChosen, GameEvent, Line, Paid, Penalised, PlatePlaced, Refilled, Stacked, Taken, Tiled } from '../wire';
import type { DuelView, View } from '../views';
import { backOf, linked, SPACES } from './dome';
import { BAG, brokenAt, cellAt, chipAt, chipOn, displayAt, handAt, lineAt, markerOf, moonAt, moonTops, paidAt, PILE, scoreOf, spaceAt, spentAt, STARTING_TILE, sunAt, sunOf, SUPPLY, TOWER } from './places';
import { sentence } from './say';

type Naming = (seat: number) => string;
/** So long the move of somebody else rests on the table before the next one. */
const READING = 520;

export function tell(before: View, entry: Line, after: View, name: Naming): Beat[] {
  if (entry.what !== 'move') return [{ view: after, say: sentence(entry, name) }];
  const teller = new Teller(before as DuelView, after as DuelView, name);
  for (const event of eventsOf(entry)) teller.tell(event);
  return teller.end(entry);
}

class Teller {
  #view: DuelView;
  #beats: Beat[] = [];
  #flights: Flight[] = [];
  #told = 0; // events of the entry so far
  #hand: string[] = []; // where the tiles just taken fly from
  #rest: { letter: string; from: string }[] = []; // tiles of a small factory that are to be stacked

  constructor(
    private readonly before: DuelView,
    private readonly after: DuelView,
    private readonly name: Naming,
  ) {
    this.#view = structuredClone(before);
    if (before.phase === 'stack') this.#keepRest(Number(before.pending?.factory), String(before.pending?.tiles));
  }

  tell(event: GameEvent): void {
    this.#told += 1;
    this.#hear(event);
  }

  #hear(event: GameEvent): void {
    switch (event.event) {
      case 'Taken':
        return this.#taken(event);
      case 'MarkerTaken':
        this.#flights.push({ from: STARTING_TILE, to: markerOf(event.seat), look: 'disc-M' });
        this.#view.starting_tile = event.seat;
        return;
      case 'Placed': {
        const lines = this.#view.boards[event.seat]!.lines;
        const old = lines[event.line - 1] ?? '';
        this.#lay(event.tiles, (index) => lineAt(event.seat, event.line, old.length + index));
        lines[event.line - 1] = old + event.tiles;
        return;
      }
      case 'Broken':
        return this.#broken(event);
      case 'Stacked':
        return this.#stacked(event);
      case 'Tiled':
        return this.#tiled(event);
      case 'SpecialPlaced': {
        const board = this.#view.boards[event.seat]!;
        this.#settle();
        this.#flights.push({ from: SUPPLY, to: cellAt(event.seat, event.row, event.column), look: 'disc-S', arc: 0.3 });
        board.tiles[event.row - 1] = set(board.tiles[event.row - 1]!, event.column - 1, 'S');
        board.score += event.points;
        return this.#score(cellAt(event.seat, event.row, event.column), event.points, event, [cellAt(event.seat, event.row, event.column)]);
      }
      case 'Penalised':
        return this.#penalised(event);
      case 'Refilled':
        return this.#refilled(event);
      case 'BonusScored':
        this.#view.boards[event.seat]!.score += event.points;
        return this.#score(scoreOf(event.seat), event.points, event);
      case 'ChipsChosen':
        return this.#chosen(event);
      case 'Paid':
        return this.#paid(event);
      default:
        return this.#plateOrChip(event);
    }
  }

  end(entry: Line): Beat[] {
    if (this.#flights.length) this.#push({});
    const last = this.#beats.at(-1);
    if (!last) return [{ view: this.after, say: sentence(entry, this.name) }];
    this.#beats[0]!.say ??= sentence(entry, this.name);
    last.view = this.after;
    delete last.told;
    if (entry.seat !== this.before.seat) last.hold = Math.max(last.hold ?? 0, READING);
    return this.#beats;
  }

  #plateOrChip(event: GameEvent): void {
    const view = this.#view;
    switch (event.event) {
      case 'Revealed':
        view.small[event.factory - 1]!.chip = event.chip;
        return this.#push({ say: sentence(event, this.name), hold: 200 });
      case 'ChipTaken': {
        const chips = this.after.boards[event.seat]!.chips;
        this.#flights.push({ from: chipOn(event.factory), to: chipAt(event.seat, chips.lastIndexOf(event.chip)) });
        view.small[event.factory - 1]!.chip = null;
        view.boards[event.seat]!.chips = [...chips];
        return;
      }
      case 'PlateTaken': {
        const index = view.display.indexOf(event.plate);
        this.#flights.push({ from: displayAt(index), to: handAt(event.seat, 0) });
        view.display[index] = null;
        Object.assign(view, { phase: 'place', pending: { plate: event.plate, from: 'display' } });
        return;
      }
      case 'PlateDrawn': {
        this.#flights.push({ from: PILE, to: handAt(event.seat, view.drawn.length) });
        view.drawn.push(event.back);
        view.pile = view.pile.slice(1);
        if (view.pile[0]) view.pile[0] = backOf(this.after.pile.length === view.pile.length ? this.after.pile[0]! : view.pile[0]);
        view.boards[event.seat]!.score -= event.paid;
        view.phase = 'draw';
        const pops = event.paid ? [{ at: scoreOf(event.seat), text: signed(-event.paid), tone: 'loss' as const }] : [];
        return this.#push({ pops, say: sentence(event, this.name), hold: 350 });
      }
      case 'PlatesSeen':
        if (event.plates) view.drawn = [...(event.plates as unknown as string[])];
        view.phase = 'keep';
        return this.#push({ say: sentence(event, this.name), hold: 250 });
      case 'PlateKept': {
        const index = Math.max(0, view.drawn.findIndex((plate) => plate === event.plate || plate === event.back));
        this.#flights.push({ from: handAt(event.seat, index), to: handAt(event.seat, 0), arc: 0 });
        view.drawn = view.drawn.filter((_, i) => i !== index);
        Object.assign(view, { phase: 'place', pending: { plate: event.plate ?? event.back, from: 'pile' } });
        return;
      }
      case 'PlatePlaced':
        return this.#placed(event);
      case 'PlateReturned': {
        const index = Math.max(0, view.drawn.findIndex((plate) => plate === event.plate));
        this.#flights.push({ from: handAt(event.seat, index), to: PILE });
        view.drawn = view.drawn.filter((_, i) => i !== index);
        return;
      }
      case 'DisplayRefilled':
        this.#push({});
        this.after.display.forEach((plate, i) => plate && view.display[i] !== plate && this.#flights.push({ from: PILE, to: displayAt(i) }));
        view.display = [...this.after.display];
        view.pile = [...this.after.pile];
        return this.#push({});
      default:
        return;
    }
  }

  #taken({ source, tiles, rest }: Taken): void {
    const view = this.#view;
    const colour = tiles[0]!;
    if (source === 'M') {
      this.#hand = moonTops(view, colour).map(({ factory, index }) => moonAt(factory, index));
      const stay = [...view.large.moon].flatMap((tile, index) => (tile === colour ? [] : [{ tile, index }]));
      stay.forEach(({ tile, index }, i) => index !== i && this.#flights.push({ from: moonAt('L', index), to: moonAt('L', i), look: `disc-${tile}`, arc: 0 }));
      view.large.moon = stay.map(({ tile }) => tile).join('');
      for (const small of view.small) if (small.moon.endsWith(colour)) small.moon = small.moon.slice(0, -1);
      return;
    }
    const sun = source === 'L' ? view.large.sun : sunOf(view, Number(source));
    this.#hand = [...sun].flatMap((tile, index) => (tile === colour ? [sunAt(source, index)] : []));
    const left = [...sun].flatMap((tile, index) => (tile === colour ? [] : [{ tile, index }]));
    if (source === 'L') {
      left.forEach(({ tile, index }, i) => this.#flights.push({ from: sunAt('L', index), to: moonAt('L', i), look: `disc-${tile}`, arc: 0.1 }));
      Object.assign(view.large, { sun: '', moon: rest });
      return;
    }
    this.#rest = left.map(({ tile, index }) => ({ letter: tile, from: sunAt(source, index) }));
    view.small[Number(source) - 1]!.sun = '';
    if (rest) Object.assign(view, { phase: 'stack', pending: { factory: Number(source), tiles: rest } });
  }

  #keepRest(factory: number, tiles: string): void {
    this.#rest = [...tiles].map((letter, index) => ({ letter, from: sunAt(factory, index) }));
  }

  #stacked({ factory, tiles }: Stacked): void {
    [...tiles].forEach((tile, i) => {
      const index = this.#rest.findIndex(({ letter }) => letter === tile);
      const from = this.#rest.splice(index, index < 0 ? 0 : 1)[0]?.from ?? sunAt(factory, i);
      this.#flights.push({ from, to: moonAt(factory, i), look: `disc-${tile}`, arc: 0.1 });
    });
    Object.assign(this.#view.small[factory - 1]!, { sun: '', moon: tiles });
    Object.assign(this.#view, { phase: 'acquire', pending: null });
  }

  #placed(event: PlatePlaced): void {
    const index = SPACES.indexOf(event.space as (typeof SPACES)[number]);
    this.#flights.push({ from: handAt(event.seat, 0), to: spaceAt(event.seat, event.space), turn: this.#turns(event) });
    this.#view.boards[event.seat]!.plates[index] = { plate: event.plate, turn: event.turn };
    Object.assign(this.#view, { phase: this.#view.drawn.length ? 'return' : 'acquire', pending: null });
  }

  /** One's own plate was turned in the hand already. */
  #turns({ seat, turn }: PlatePlaced): [number, number] {
    return seat === this.before.seat ? [turn, turn] : [0, turn > 180 ? turn - 360 : turn];
  }

  #broken(event: Broken): void {
    const board = this.#view.boards[event.seat]!;
    const { broken } = board;
    if (event.line != null) {
      this.#settle();
      this.#hand = [...(board.lines[event.line - 1] ?? '')].map((_, index) => lineAt(event.seat, event.line!, index));
      board.lines[event.line - 1] = '';
    }
    this.#lay(event.tiles, (index) => brokenAt(event.seat, broken.length + index));
    this.#lay(event.discarded, () => TOWER);
    board.broken = broken + event.tiles;
    if (event.line != null) this.#push({ say: sentence(event, this.name), hold: 500 });
  }

  #tiled(event: Tiled): void {
    this.#settle();
    const { seat, line, column } = event;
    const board = this.#view.boards[seat]!;
    this.#flights.push({ from: lineAt(seat, line, 0), to: cellAt(seat, line, column), look: `disc-${event.tile}`, arc: 0.12 });
    [...event.discarded].forEach((tile, i) => this.#flights.push({ from: lineAt(seat, line, i + 1), to: TOWER, look: `disc-${tile}` }));
    board.lines[line - 1] = '';
    board.tiles[line - 1] = set(board.tiles[line - 1]!, column - 1, event.tile);
    board.score += event.points;
    this.#view.pending = null;
    this.#score(cellAt(seat, line, column), event.points, event, linked(board.tiles, line, column).map(([r, c]) => cellAt(seat, r, c)));
  }

  /** Chips are laid out for a line, one more with each decision. */
  #chosen(event: ChipsChosen): void {
    const board = this.#view.boards[event.seat]!;
    const laid = [...((this.#view.pending?.paid as string[] | undefined) ?? [])];
    event.chips.forEach((chip, i) => {
      const known = laid.indexOf(chip);
      if (known >= 0) laid.splice(known, 1);
      else this.#flights.push({ from: chipAt(event.seat, board.chips.indexOf(chip)), to: paidAt(event.seat, i) });
    });
    board.chips = this.after.boards[event.seat]!.chips;
    Object.assign(this.#view, { phase: 'pay', pending: { ...this.#view.pending, line: event.line, paid: event.chips } });
  }

  /** What is paid turns over and is spent. */
  #paid(event: Paid): void {
    this.#settle();
    const { seat, chips } = event;
    const board = this.#view.boards[seat]!;
    const laid = (this.#view.pending?.paid as string[] | undefined) ?? [];
    const left = [...board.chips];
    chips.forEach((chip, i) => {
      const held = i < laid.length ? -1 : left.indexOf(chip);
      const from = held < 0 ? paidAt(seat, i) : chipAt(seat, held);
      if (held >= 0) left[held] = '';
      this.#flights.push({ from, to: spentAt(seat, board.spent.length + i), flip: true });
    });
    board.chips = left.filter(Boolean);
    board.spent = [...board.spent, ...chips];
    this.#view.pending = null;
    this.#push({ say: sentence(event, this.name), hold: 350 });
  }

  #penalised(event: Penalised): void {
    this.#settle();
    const board = this.#view.boards[event.seat]!;
    [...board.broken].forEach((tile, i) => this.#flights.push({ from: brokenAt(event.seat, i), to: TOWER, look: `disc-${tile}` }));
    board.broken = '';
    board.score -= event.lost;
    const pops = event.lost ? [{ at: `s${event.seat}/broken`, text: signed(-event.lost), tone: 'loss' as const }] : [];
    this.#push({ pops, say: sentence(event, this.name), hold: 800 });
  }

  #refilled(event: Refilled): void {
    const { large, small } = event.deal as { large: string; small: string[] };
    this.#push({});
    if (this.#view.starting_tile !== null) this.#flights.push({ from: markerOf(this.#view.starting_tile), to: STARTING_TILE, look: 'disc-M' });
    this.#view = structuredClone(this.after);
    const dealt = [['L', large], ...small.map((tiles, i) => [String(i + 1), tiles])] as [string, string][];
    this.#flights.push(...dealt.flatMap(([factory, tiles]) => [...tiles].map((tile, i) => ({ from: BAG, to: sunAt(factory, i), look: `disc-${tile}` }))));
    this.#push({ say: sentence(event, this.name), hold: 250 });
  }

  #score(at: string, points: number, event: GameEvent, marks: string[] = []): void {
    this.#push({ pops: points ? [{ at, text: signed(points), tone: points < 0 ? 'loss' : 'gain' }] : [], marks, say: sentence(event, this.name), hold: 700 });
  }

  /** The move that ended the round lands before the tiling begins. */
  #settle(): void {
    if (this.#flights.length) this.#push({ hold: 200 }, this.#told - 1);
  }

  #push(beat: Omit<Beat, 'view'>, told = this.#told): void {
    if (!this.#flights.length && !beat.say) return;
    this.#beats.push({ ...beat, flights: this.#flights, view: structuredClone(this.#view), told });
    this.#flights = [];
  }

  #lay(tiles: string, at: (index: number) => string): void {
    [...tiles].forEach((tile, i) => {
      const from = this.#hand.shift();
      if (from) this.#flights.push({ from, to: at(i), look: `disc-${tile}` });
    });
  }
}

export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
const set = (text: string, index: number, letter: string) => text.slice(0, index) + letter + text.slice(index + 1);
