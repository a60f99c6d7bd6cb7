// Duel in words: the names of the pieces, and what happened, for the caption, the log and those who listen.

import { aside, bonusName, ofBoth, signed, type Naming } from '../say';
import type { DuelPayment, DuelProgress, GameEvent, LogEntry } from '../wire';
import { bunchName, chipName, colourName, tileName } from '../tiles';
import { t, tn, type Key } from '../words.svelte';
import { parse } from './choice';
import { cellsOf } from './dome';

/** "blue, red", from the bottom. */
export const orderName = (tiles: string): string => [...tiles].map(tileName).join(', ');
export const factoryName = (factory: number | string): string =>
  factory === 'L' ? t('of.large') : t('of.factory', { n: factory });
export const chipsName = (chips: readonly string[]): string => chips.map(chipName).join(', ');
export const backName = (back: string): string => t(`duel.back.${back === '?' ? 'unknown' : back}` as Key);
export const cellNames = (plate: string, turn = 0): string => cellsOf(plate, turn).map(tileName).join(', ');
/** The same by its corners, so that it can be seen by who listens: "top blue, red; bottom black, yellow". */
export const cornerNames = (plate: string, turn = 0): string => {
  const [a, b, c, d] = cellsOf(plate, turn).map(tileName) as [string, string, string, string];
  return t('duel.corners', { a, b, c, d });
};
export const plateName = (plate: string, turn = 0): string =>
  t('duel.plate.named', { cells: cornerNames(plate, turn) });
export const spaceName = (space: string): string =>
  t('duel.space.named', { column: space[0]!.toUpperCase(), row: space[1]! });

/** What of all that a tablet counts lacks least: "row 4: 5 of 6". */
export function progressName(tablet: string, { at, has, of }: DuelProgress): string {
  if (!at) return t('duel.tablet.progress', { has, of });
  if (tablet === 'corner-plates') return t('duel.tablet.progress.plate', { at: spaceName(at), has, of });
  return t(tablet === 'columns' ? 'duel.tablet.progress.column' : 'duel.tablet.progress.row', { at, has, of });
}

/** What a text about a dome space is filled with: its name, and the rows of the board that it lies in. */
export const spaceIn = (space: string) => ({
  space: spaceName(space),
  upper: 2 * Number(space[1]) - 1,
  lower: 2 * Number(space[1]),
});

/** A move in words, for advice; what has none of its own stays notation. */
export function moveName(text: string, payment: DuelPayment | null = null): string {
  if (!text) return '';
  const move = parse(text);
  switch (move.kind) {
    case 'take': {
      const from = move.source === 'M' ? 'moon' : 'sun';
      const to = move.to === 'X' ? 'Broken' : 'Line';
      return t(`duel.move.${from}${to}`, {
        colour: colourName(move.colour),
        place: factoryName(move.source),
        line: move.to,
      });
    }
    case 'plate':
      return t('duel.move.plate', { plate: cellNames(move.plate) });
    case 'keep':
    case 'back':
      return t(`duel.move.${move.kind}`, { plate: cellNames(move.plate) });
    case 'place':
      return t(move.turn ? 'duel.move.place' : 'duel.move.placeUnturned', {
        space: spaceName(move.space),
        turn: move.turn,
      });
    case 'chip':
      return t('duel.move.chip', { place: factoryName(move.factory) });
    case 'pay':
    case 'done':
      return t('duel.move.pay', { chips: chipsName(payment?.chips ?? (move.kind === 'pay' ? [move.chip] : [])) });
    case 'stack':
      return t('duel.move.stack', { tiles: orderName(move.tiles) });
    case 'column':
      return t('wall.column', { n: move.column });
    case 'draw':
      return t('duel.move.draw');
    case 'stop':
      return tn('duel.action.stop', 1);
    case 'save':
      return t('duel.pay.save');
    default:
      return t('duel.action.pass');
  }
}

export function sentence(what: LogEntry | GameEvent, name: Naming): string {
  return 'event' in what ? ofEvent(what, name) : ofEntry(what, name);
}

const SCORING = [
  'Tiled',
  'SpecialPlaced',
  'Penalised',
  'RoundEnded',
  'Refilled',
  'BonusScored',
  'GameEnded',
  'DisplayRefilled',
  'Revealed',
];
export const isScoring = (event: GameEvent): boolean => SCORING.includes(event.event);

function ofEntry(entry: LogEntry, name: Naming): string {
  if (entry.what !== 'move') return aside(entry, name, 2);
  const events = entry.events;
  const decided = events.filter(
    (event, i) => !isScoring(event) || event.event === 'Revealed' || (i === 0 && event.event === 'Tiled'),
  );
  return decided
    .map((event) => ofEvent(event, name))
    .filter(Boolean)
    .join(' ');
}

function ofEvent(event: GameEvent, name: Naming): string {
  const who = 'seat' in event ? name(event.seat) : '';
  switch (event.event) {
    case 'Taken':
      return event.source === 'M'
        ? t('duel.say.moon', { who, tiles: bunchName(event.tiles) })
        : t('duel.say.sun', { who, tiles: bunchName(event.tiles), source: factoryName(event.source) });
    case 'MarkerTaken':
      return t('duel.say.startingTile', { who });
    case 'Broken':
      return brokenName(event, who);
    case 'Stacked':
      return t('duel.say.stacked', { who, tiles: orderName(event.tiles), source: factoryName(event.factory) });
    case 'Revealed':
      return t('duel.say.revealed', { chip: chipName(event.chip), source: factoryName(event.factory) });
    case 'ChipTaken':
      return t('duel.say.chip', { who, chip: chipName(event.chip) });
    case 'PlateTaken':
      return t('duel.say.plate', { who, plate: cornerNames(event.plate) });
    case 'PlateDrawn':
      return event.paid
        ? tn('duel.say.drawn', event.paid, { who, back: backName(event.back) })
        : t('duel.say.drawnFree', { who, back: backName(event.back) });
    case 'PlatesSeen':
      return tn('duel.say.seen', event.number, { who });
    case 'PlateKept':
      return t('duel.say.kept', { who, plate: event.plate ? cornerNames(event.plate) : backName(event.back) });
    case 'PlatePlaced':
      return t('duel.say.placed', { who, plate: cornerNames(event.plate, event.turn), space: spaceName(event.space) });
    case 'PlateReturned':
      return t('duel.say.returned', { who });
    case 'Passed':
      return t('duel.say.passed', { who });
    case 'ChipsChosen':
      return t('duel.say.chosen', { who, chips: chipsName(event.chips), line: event.line });
    case 'Paid':
      return tn('duel.say.paid', event.missing, {
        who,
        chips: chipsName(event.chips),
        line: event.line,
      });
    case 'Saved':
      return t('duel.say.saved', { who, line: event.line });
    default:
      return ofScore(event, who, name);
  }
}

function brokenName(event: Extract<GameEvent, { event: 'Broken' }>, who: string): string {
  const tiles = event.tiles + event.discarded;
  if (event.line !== null) return t('duel.say.unplaceable', { who, line: event.line, tiles: bunchName(tiles) });
  return tiles ? tn('duel.say.broken', tiles.length, { tiles: bunchName(tiles) }) : '';
}

function ofScore(event: GameEvent, who: string, name: Naming): string {
  switch (event.event) {
    case 'SpecialPlaced':
      return tn('duel.say.special', event.points, { who, row: event.row });
    case 'Penalised': {
      const why = [
        event.tiles ? tn('duel.say.why.broken', event.tiles.length) : '',
        event.marker ? t('duel.say.why.start') : '',
      ]
        .filter(Boolean)
        .join(', ');
      return tn('duel.say.penalised', event.lost, { who, why });
    }
    case 'Refilled':
      return t(event.restocked ? 'duel.say.restocked' : 'say.refilled', { n: event.round });
    case 'BonusScored':
      return tn('duel.say.bonus', event.points, {
        who,
        bonus: bonusName(event.bonus),
        signed: signed(event.points),
      });
    default:
      return ofBoth(event, name);
  }
}
