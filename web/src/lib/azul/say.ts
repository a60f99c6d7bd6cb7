// What happened, in words: for the caption, the log and those who listen.

import { aside, bonusName, ofBoth, type Naming } from '../say';
import type { GameEvent, LogEntry } from '../wire';
import { bunchName, colourName } from '../tiles';
import { t, tn } from '../words.svelte';
import { parse } from './choice';

export const sourceName = (source: string): string =>
  source === 'C' ? t('from.centre') : t('from.factory', { n: source });

/** A move in words, for hindsight. */
export function moveName(text: string): string {
  const move = parse(text);
  if (move.kind === 'space') return t('wall.column', { n: move.column });
  if (move.kind === 'drop') return t('replay.move.drop', { n: move.jokers });
  const said = { tiles: [...move.tiles].map(colourName).join(', '), source: sourceName(move.source), line: move.to };
  return t(move.to === 'F' ? 'replay.move.floor' : 'replay.move.line', said);
}

export function sentence(what: LogEntry | GameEvent, name: Naming, players = 2): string {
  return 'event' in what ? ofEvent(what, name) : ofEntry(what, name, players);
}

function ofEntry(entry: LogEntry, name: Naming, players: number): string {
  if (entry.what !== 'move') return aside(entry, name, players);
  return entry.events
    .filter(
      (event, i) =>
        ['Taken', 'Placed', 'Broken', 'MarkerTaken'].includes(event.event) || (i === 0 && event.event === 'Tiled'),
    )
    .map((event) => ofEvent(event, name))
    .join(' ');
}

function ofEvent(event: GameEvent, name: Naming): string {
  switch (event.event) {
    case 'Taken':
      return t('say.taken', { who: name(event.seat), tiles: bunchName(event.tiles), source: sourceName(event.source) });
    case 'MarkerTaken':
      return t('say.marker', { who: name(event.seat) });
    case 'Broken':
      return event.tiles ? tn('say.broken', event.tiles.length, { tiles: bunchName(event.tiles) }) : '';
    case 'Penalised':
      return event.lost ? tn('say.penalised', event.lost, { who: name(event.seat) }) : '';
    case 'Refilled':
      return t(event.restocked ? 'say.restocked' : 'say.refilled', { n: event.round });
    case 'BonusScored':
      return tn('say.bonus', event.points, {
        who: name(event.seat),
        bonus: bonusName(event.bonus),
      });
    default:
      return ofBoth(event, name);
  }
}
