// What happened at a Duel table: what its events do to the view, and what flies.

import { put } from '../board';
import { popOf, tellBy, Teller } from '../motion/teller';
import facts from '../rules/facts.json';
import type { Naming } from '../say';
import type { ChipsChosen, DuelView, GameEvent, LogEntry, Paid, PlatePlaced, Refilled, Stacked, Taken } from '../wire';
import { backOf, SPACES } from './dome';
import {
  brokenAt,
  cellAt,
  chipAt,
  chipOn,
  displayAt,
  handAt,
  markerOf,
  moonAt,
  moonTops,
  paidAt,
  PILE,
  scoreOf,
  spaceAt,
  spentAt,
  STARTING_TILE,
  sunAt,
  sunOf,
  SUPPLY,
  TOWER,
} from './places';
import { sentence } from './say';

class DuelTeller extends Teller<DuelView> {
  protected readonly shape = 'disc';
  protected readonly discard = TOWER;
  #rest: { letter: string; from: string }[] = []; // tiles of a small factory that are to be stacked

  constructor(before: DuelView, after: DuelView, name: Naming) {
    super(before, after, name);
    const { pending } = before;
    if (before.phase === 'stack' && pending?.factory && pending.tiles) this.#keepRest(pending.factory, pending.tiles);
  }

  protected say(what: LogEntry | GameEvent): string {
    return sentence(what, this.name);
  }

  protected hear(event: GameEvent): void {
    switch (event.event) {
      case 'Taken':
        return this.#taken(event);
      case 'MarkerTaken':
        this.flights.push({ from: STARTING_TILE, to: markerOf(event.seat), look: 'disc-M' });
        this.view.starting_tile = event.seat;
        return;
      case 'Placed':
        return this.placed(event.seat, event.line, event.tiles);
      case 'Broken': {
        const board = this.board(event.seat);
        board.broken = this.fall(event, board.broken, brokenAt);
        return event.line === null ? undefined : this.push({ say: this.say(event), hold: 500 });
      }
      case 'Stacked':
        return this.#stacked(event);
      case 'Tiled':
        return this.tiled(event, this.board(event.seat).tiles, cellAt);
      case 'SpecialPlaced': {
        const board = this.board(event.seat);
        this.settle();
        this.flights.push({ from: SUPPLY, to: cellAt(event.seat, event.row, event.column), look: 'disc-S', arc: 0.3 });
        board.tiles[event.row - 1] = put(board.tiles[event.row - 1]!, event.column - 1, 'S');
        board.score += event.points;
        return this.score(cellAt(event.seat, event.row, event.column), event.points, event, [
          cellAt(event.seat, event.row, event.column),
        ]);
      }
      case 'Penalised': {
        const board = this.board(event.seat);
        const fallen = board.broken;
        board.broken = '';
        return this.penalised(event, fallen, `s${event.seat}/broken`);
      }
      case 'Refilled':
        return this.#refilled(event);
      case 'BonusScored':
        this.board(event.seat).score += event.points;
        return this.score(scoreOf(event.seat), event.points, event);
      case 'ChipsChosen':
        return this.#chosen(event);
      case 'Paid':
        return this.#paid(event);
      default:
        return this.#plateOrChip(event);
    }
  }

  #plateOrChip(event: GameEvent): void {
    const view = this.view;
    switch (event.event) {
      case 'Revealed':
        this.settle(); // what was taken is told before
        view.small[event.factory - 1]!.chip = event.chip;
        return this.push({ say: this.say(event), hold: 200 });
      case 'ChipTaken': {
        const chips = this.after.boards[event.seat]!.chips;
        this.flights.push({ from: chipOn(event.factory), to: chipAt(event.seat, chips.lastIndexOf(event.chip)) });
        view.small[event.factory - 1]!.chip = null;
        this.board(event.seat).chips = [...chips];
        return;
      }
      case 'PlateTaken': {
        const index = view.display.indexOf(event.plate);
        this.flights.push({ from: displayAt(index), to: handAt(event.seat, 0) });
        view.display[index] = null;
        Object.assign(view, { phase: 'place', pending: { plate: event.plate, from: 'display' } });
        return;
      }
      case 'PlateDrawn': {
        this.flights.push({ from: PILE, to: handAt(event.seat, view.drawn.length) });
        view.drawn.push(event.back);
        view.pile = view.pile.slice(1);
        if (view.pile[0])
          view.pile[0] = backOf(this.after.pile.length === view.pile.length ? this.after.pile[0]! : view.pile[0]);
        this.board(event.seat).score -= event.paid;
        view.phase = 'draw';
        return this.push({ pops: popOf(scoreOf(event.seat), -event.paid), say: this.say(event), hold: 350 });
      }
      case 'PlatesSeen':
        if (event.plates) view.drawn = [...event.plates];
        view.phase = 'keep';
        return this.push({ say: this.say(event), hold: 250 });
      case 'PlateKept': {
        const index = Math.max(
          0,
          view.drawn.findIndex((plate) => plate === event.plate || plate === event.back),
        );
        this.flights.push({ from: handAt(event.seat, index), to: handAt(event.seat, 0), arc: 0 });
        view.drawn = view.drawn.filter((_, i) => i !== index);
        Object.assign(view, { phase: 'place', pending: { plate: event.plate ?? event.back, from: 'pile' } });
        return;
      }
      case 'PlatePlaced':
        return this.#placed(event);
      case 'PlateReturned': {
        const index = Math.max(
          0,
          view.drawn.findIndex((plate) => plate === event.plate),
        );
        this.flights.push({ from: handAt(event.seat, index), to: PILE });
        view.drawn = view.drawn.filter((_, i) => i !== index);
        return;
      }
      case 'DisplayRefilled':
        this.push({});
        this.after.display.forEach(
          (plate, i) => plate && view.display[i] !== plate && this.flights.push({ from: PILE, to: displayAt(i) }),
        );
        view.display = [...this.after.display];
        view.pile = [...this.after.pile];
        return this.push({});
      default:
        return;
    }
  }

  #taken({ source, tiles, rest }: Taken): void {
    const view = this.view;
    const colour = tiles[0]!;
    if (source === 'M') {
      const tops = moonTops(view, colour);
      this.grasp(tiles, (i) => moonAt(tops[i]!.factory, tops[i]!.index));
      const stay = [...view.large.moon].flatMap((tile, index) => (tile === colour ? [] : [{ tile, index }]));
      stay.forEach(
        ({ tile, index }, i) =>
          index !== i &&
          this.flights.push({ from: moonAt('L', index), to: moonAt('L', i), look: `disc-${tile}`, arc: 0 }),
      );
      view.large.moon = stay.map(({ tile }) => tile).join('');
      for (const small of view.small) if (small.moon.endsWith(colour)) small.moon = small.moon.slice(0, -1);
      return;
    }
    const sun = source === 'L' ? view.large.sun : sunOf(view, Number(source));
    const held = [...sun].flatMap((tile, index) => (tile === colour ? [index] : []));
    this.grasp(tiles, (i) => sunAt(source, held[i]!));
    const left = [...sun].flatMap((tile, index) => (tile === colour ? [] : [{ tile, index }]));
    if (source === 'L') {
      left.forEach(({ tile, index }, i) =>
        this.flights.push({ from: sunAt('L', index), to: moonAt('L', i), look: `disc-${tile}`, arc: 0.1 }),
      );
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
      this.flights.push({ from, to: moonAt(factory, i), look: `disc-${tile}`, arc: 0.1 });
    });
    Object.assign(this.view.small[factory - 1]!, { sun: '', moon: tiles });
    Object.assign(this.view, { phase: 'acquire', pending: null });
  }

  #placed(event: PlatePlaced): void {
    const index = SPACES.indexOf(event.space as (typeof SPACES)[number]);
    this.flights.push({ from: handAt(event.seat, 0), to: spaceAt(event.seat, event.space), turn: this.#turns(event) });
    this.board(event.seat).plates[index] = { plate: event.plate, turn: event.turn };
    Object.assign(this.view, { phase: this.view.drawn.length ? 'return' : 'acquire', pending: null });
  }

  /** One's own plate was turned in the hand already. */
  #turns({ seat, turn }: PlatePlaced): [number, number] {
    return seat === this.before.seat ? [turn, turn] : [0, turn > 180 ? turn - 360 : turn];
  }

  /** Chips are laid out for a line, one more with each decision. */
  #chosen(event: ChipsChosen): void {
    const board = this.board(event.seat);
    const laid = [...(this.view.pending?.paid ?? [])];
    event.chips.forEach((chip, i) => {
      const known = laid.indexOf(chip);
      if (known >= 0) laid.splice(known, 1);
      else this.flights.push({ from: chipAt(event.seat, board.chips.indexOf(chip)), to: paidAt(event.seat, i) });
    });
    board.chips = this.after.boards[event.seat]!.chips;
    Object.assign(this.view, {
      phase: 'pay',
      pending: { ...this.view.pending, line: event.line, paid: event.chips },
    });
  }

  /** What is paid turns over and is spent. */
  #paid(event: Paid): void {
    this.settle();
    const { seat, chips } = event;
    const board = this.board(seat);
    const laid = this.view.pending?.paid ?? [];
    const left = [...board.chips];
    const spent = inOrder([...board.spent, ...chips]);
    const free = new Set(spent.keys());
    chips.forEach((chip, i) => {
      const held = i < laid.length ? -1 : left.indexOf(chip);
      const from = held < 0 ? paidAt(seat, i) : chipAt(seat, held);
      if (held >= 0) left[held] = '';
      const place = [...free].findLast((index) => spent[index] === chip)!;
      free.delete(place);
      this.flights.push({ from, to: spentAt(seat, place), flip: true });
    });
    board.chips = left.filter(Boolean);
    board.spent = spent;
    this.view.pending = null;
    this.push({ say: this.say(event), hold: 350 });
  }

  #refilled(event: Refilled): void {
    const { large, small } = this.after;
    this.push({});
    if (this.view.starting_tile !== null)
      this.flights.push({ from: markerOf(this.view.starting_tile), to: STARTING_TILE, look: 'disc-M' });
    const suns = [['L', large.sun], ...small.map(({ sun }, i) => [String(i + 1), sun])] as [string, string][];
    this.refilled(
      event,
      suns.flatMap(([factory, sun]) => [...sun].map((tile, i) => ({ tile, to: sunAt(factory, i) }))),
    );
  }
}

export const tell = tellBy(DuelTeller);

/** Chips as they lie on a board: by their kinds. */
const inOrder = (chips: string[]): string[] =>
  chips.sort((a, b) => facts.duel.chipKinds.indexOf(a) - facts.duel.chipKinds.indexOf(b));
