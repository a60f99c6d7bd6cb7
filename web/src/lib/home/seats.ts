// Who sits on the other seats of a new table: all alike, or chosen seat by seat.

import type { SeatWish } from '../wire';

/** Whoever has the link, somebody at this screen, or a bot by its level. */
export type Other = string;

export interface SeatChoice {
  against: 'bot' | 'open' | 'here';
  level: string;
  players: number;
  /** Whether each seat is chosen by itself; only where there are several others. */
  each: boolean;
  seats: Other[];
}

export const alike = ({ against, level }: SeatChoice): Other => (against === 'bot' ? level : against);

/** The choice for each other seat; a seat that was never chosen is as all would be. */
export const seatBySeat = (choice: SeatChoice): Other[] => Array.from({ length: choice.players - 1 }, (_, i) => choice.seats[i] ?? alike(choice));

export function othersOf(choice: SeatChoice): Other[] {
  return choice.each && choice.players > 2 ? seatBySeat(choice) : Array.from({ length: choice.players - 1 }, () => alike(choice));
}

export const wishOf = (other: Other): SeatWish => (other === 'open' || other === 'here' ? { who: other } : { who: 'bot', level: other });
