// What happened, in words: for the caption, the log and those who listen.

import { isLeaving, leaving, personOf } from '../names';
import { eventsOf } from '../table.svelte';
import type { GameEvent, Line } from '../wire';
import { bunches, colourName } from '../tiles';
import { t, tn, type Key } from '../words.svelte';
import { parse } from './choice';

type Naming = (seat: number) => string;

/** "2 blue, 1 joker". */
export const bunchName = (tiles: string): string => bunches(tiles.replace('M', '')).join(', ');

export const sourceName = (source: string): string => (source === 'C' ? t('from.centre') : t('from.factory', { n: source }));

/** A move in words, for hindsight; what has none of its own stays notation. */
export function moveName(text: string): string {
  const move = parse(text);
  if (move.kind === 'space') return t('wall.column', { n: move.column });
  if (move.kind === 'drop') return text;
  const said = { tiles: [...move.tiles].map(colourName).join(', '), source: sourceName(move.source), line: move.to };
  return t(move.to === 'F' ? 'replay.move.floor' : 'replay.move.line', said);
}

export function sentence(what: Line | GameEvent, name: Naming, players = 2): string {
  return 'event' in what ? ofEvent(what, name) : ofEntry(what, name, players);
}

function ofEntry(entry: Line, name: Naming, players: number): string {
  if (isLeaving(entry.what)) return leaving(entry.what, personOf(name(entry.seat)), players);
  if (entry.what !== 'move') return t(`happened.${entry.what}` as Key, { who: personOf(name(entry.seat)) });
  return eventsOf(entry).filter((event) => ['Taken', 'Placed', 'Broken', 'MarkerTaken'].includes(event.event)).map((event) => ofEvent(event, name)).join(' ');
}

function ofEvent(event: GameEvent, name: Naming): string {
  switch (event.event) {
    case 'Taken':
      return t('say.taken', { who: name(event.seat), tiles: bunchName(event.tiles), source: sourceName(event.source) });
    case 'MarkerTaken':
      return t('say.marker', { who: name(event.seat) });
    case 'Placed':
      return t('say.placed', { tiles: bunchName(event.tiles), line: event.line });
    case 'Broken':
      return event.tiles ? tn('say.broken', event.tiles.length, { tiles: bunchName(event.tiles) }) : '';
    case 'Tiled': {
      const who = name(event.seat);
      const how = event.across > 1 && event.down > 1 ? 'both' : event.across > 1 ? 'across' : event.down > 1 ? 'down' : 'alone';
      const why = t(`say.why.${how}` as Key, { across: event.across, down: event.down });
      return tn('say.tiled', event.points, { who, line: event.line, why });
    }
    case 'Penalised':
      return event.lost ? tn('say.penalised', event.lost, { who: name(event.seat) }) : '';
    case 'RoundEnded':
      return t('say.round', { n: event.round });
    case 'Refilled':
      return t(event.restocked ? 'say.restocked' : 'say.refilled', { n: event.round });
    case 'BonusScored':
      return tn('say.bonus', event.points, { who: name(event.seat), bonus: t(`bonus.${event.bonus}` as Key).toLowerCase() });
    case 'GameEnded':
      return t('say.ended');
    default:
      return '';
  }
}
