// What is asked of the server about finished games, ratings and profiles.

import { asGuest } from '../api';
import type { GameName } from '../games';
import type { HistoryPage, Player, Profile, Statistics } from '../wire';

/** What the list of games is narrowed to, as in the address. */
export type Wanted = Partial<Record<'game' | 'result' | 'rated' | 'other' | 'before', string>>;

export const history = (wanted: Wanted): Promise<HistoryPage> =>
  asGuest('GET', `/me/history?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value))}`);
export const statistics = (game: GameName): Promise<Statistics> => asGuest('GET', `/me/statistics/${game}`);
export const profile = (): Promise<Profile> => asGuest('GET', '/me/profile');
export const showProfile = (shown: boolean): Promise<Profile> => asGuest('PATCH', '/me/profile', { public: shown });
export const player = (name: string, game: GameName): Promise<Player> =>
  asGuest('GET', `/players/${encodeURIComponent(name)}?game=${game}`);
