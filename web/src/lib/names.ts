// How a seat is called: a person by their nickname, a bot by the name of its level in one's own language. So is a guest who has not
// chosen a nickname, whom the server calls "Guest 1234".

import type { Gone, LogEntry, SeatInfo, SeatRating } from './wire';
import { t, words, type Key } from './words.svelte';

export function nameOfSeat(seat: SeatInfo | undefined): string {
  if (seat?.program) return t('seat.program', { name: shownName(seat.name) });
  if (seat?.who !== 'bot' || !seat.level) return shownName(seat?.name ?? '');
  // a bot that plays on for a person keeps that person's name
  const ownName = seat.name.toLowerCase() === seat.level;
  return ownName ? nameOfLevel(seat.level, seat.name) : t('seat.bot', { name: shownName(seat.name) });
}

/** The person for whom a bot plays on, from how the seat is called now. */
export function personOf(name: string): string {
  const [before, after] = t('seat.bot', { name: '|' }).split('|');
  return name.startsWith(before!) && name.endsWith(after!)
    ? name.slice(before!.length, name.length - after!.length)
    : name;
}

const LEFT: readonly string[] = ['resigned', 'timed-out', 'bot-took-over'];

/** Whether an entry tells that somebody left their seat. */
export const isLeaving = (what: LogEntry['what']): what is Gone['what'] => LEFT.includes(what);

/** Somebody gave up, ran out of time or left; with more than two players a bot plays on for them. */
export function leaving(what: Gone['what'], who: string, players: number): string {
  const happened: Gone['what'][] = what !== 'bot-took-over' && players > 2 ? [what, 'bot-took-over'] : [what];
  return happened.map((key) => t(`happened.${key}`, { who })).join(' ');
}

/** A name as it is shown: those the server gives to whoever has chosen none (`Guest 1234`, `Player 2`) in one's own language. */
export function shownName(name: string): string {
  const [, who, n] = /^(Guest|Player)(?: (\d+))?$/.exec(name) ?? [];
  if (!who || (who === 'Player' && !n)) return name;
  return who === 'Player' ? t('home.player', { n: n! }) : n ? t('guest.n', { n }) : t('guest');
}
export const nameOfLevel = (level: string, name: string): string =>
  words.has(`level.${level}`) ? t(`level.${level}` as Key) : name;
export const characterOf = (level: string, character: string): string =>
  words.has(`level.${level}.is`) ? t(`level.${level}.is` as Key) : character;

/** The name of a seat at its table: the second of two of the same name gets a number. */
export function nameAtTable(seats: SeatInfo[], seat: number): string {
  const name = nameOfSeat(seats[seat]);
  const before = seats.slice(0, seat).filter((other) => nameOfSeat(other) === name).length;
  return before ? `${name} ${before + 1}` : name;
}

/** A rating as it is written: with a question mark while little is known. */
export const ratingOf = ({ value, provisional }: SeatRating): string => `${value}${provisional ? '?' : ''}`;
