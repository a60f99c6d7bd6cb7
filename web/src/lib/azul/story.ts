// What happened at an Azul table: what its events do to the view, and what flies.

import type { Flight } from '../motion/flights';
import { tellBy, Teller } from '../motion/teller';
import facts from '../rules/facts.json';
import type { Naming } from '../say';
import type { AzulView, GameEvent, LogEntry, MarkerTaken, Taken } from '../wire';
import { LID, centreAt, centreMarker, factoryAt, floorAt, handAt, scoreOf, wallAt } from './places';
import { sentence } from './say';

class AzulTeller extends Teller<AzulView> {
  protected readonly shape = 'tile';
  protected readonly discard = LID;

  constructor(before: AzulView, after: AzulView, name: Naming) {
    super(before, after, name);
    if (before.pending?.tiles) this.grasp(before.pending.tiles, handAt);
  }

  protected say(what: LogEntry | GameEvent): string {
    return sentence(what, this.name, this.after.players);
  }

  protected hear(event: GameEvent): void {
    switch (event.event) {
      case 'Taken':
        return this.#taken(event);
      case 'MarkerTaken':
        return this.#markerTaken(event);
      case 'Placed':
        return this.placed(event.seat, event.line, event.tiles);
      case 'Broken': {
        const board = this.board(event.seat);
        board.floor = this.fall(event, board.floor, floorAt);
        return;
      }
      case 'Tiled':
        return this.tiled(event, this.board(event.seat).wall, wallAt);
      case 'Penalised': {
        const board = this.board(event.seat);
        const fallen = board.floor;
        board.floor = '';
        return fallen ? this.penalised(event, fallen, `s${event.seat}/floor`) : undefined;
      }
      case 'RoundEnded':
        return this.push({});
      case 'Refilled':
        this.push({});
        return this.refilled(
          event,
          this.after.factories.flatMap((tiles, f) => [...tiles].map((tile, i) => ({ tile, to: factoryAt(f + 1, i) }))),
        );
      case 'BonusScored':
        this.board(event.seat).score += event.points;
        return this.score(scoreOf(event.seat), event.points, event, [], 900);
      default:
        return;
    }
  }

  #markerTaken({ seat }: MarkerTaken): void {
    const board = this.board(seat);
    this.view.marker = seat;
    if (board.floor.length >= facts.azul.floorSpaces) return;
    this.flights.push({ from: centreMarker, to: floorAt(seat, board.floor.length), look: 'tile-M' });
    board.floor += 'M';
  }

  #taken({ source, tiles, rest }: Taken): void {
    const view = this.view;
    if (source === 'C') {
      const left = without(view.centre, tiles);
      this.grasp(tiles, indices(view.centre, tiles, centreAt));
      this.flights.push(...slides(view.centre, left));
      view.centre = left;
      return;
    }
    const from = view.factories[Number(source) - 1] ?? '';
    const lying = (index: number) => factoryAt(source, index);
    this.grasp(tiles, indices(from, tiles, lying));
    const centre = inOrder(view.centre + rest);
    const [start, goal] = [indices(from, rest, lying), indicesFromTheEnd(centre, rest)];
    this.flights.push(...slides(view.centre, centre));
    if (rest && view.marker === null)
      this.flights.push({ from: centreMarker, to: centreMarker, look: 'tile-M', arc: 0 });
    [...rest].forEach((tile, i) =>
      this.flights.push({ from: start(i), to: goal(i), look: this.look(tile), arc: 0.08 }),
    );
    view.factories[Number(source) - 1] = '';
    view.centre = centre;
  }
}

export const tell = tellBy(AzulTeller);

export const inOrder = (tiles: string): string =>
  [...tiles].sort((a, b) => facts.azul.letters.indexOf(a) - facts.azul.letters.indexOf(b)).join('');

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
    return Array.from({ length: stay }, (_, i) => ({
      from: centreAt(was + i),
      to: centreAt(is + i),
      look: `tile-${tile}`,
      arc: 0,
    }));
  });
}
