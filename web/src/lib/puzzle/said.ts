// What is said about a puzzle, in the language of the page.

import { dated } from '../dates';
import type { PuzzleInfo, View } from '../wire';
import { t, tn, words, type Key } from '../words.svelte';

/** "Round 4: you are 3 points behind." */
export function standing({ round, boards }: View, seat: number): string {
  const others = boards.filter((_, other) => other !== seat).map(({ score }) => score);
  const ahead = boards[seat]!.score - Math.max(...others);
  if (ahead === 0) return t('puzzle.even', { round });
  return tn(ahead > 0 ? 'puzzle.ahead' : 'puzzle.behind', Math.abs(ahead), { round });
}

/** How it went, as a headline. */
export function headline({ state, tries }: PuzzleInfo): string {
  if (state === 'open') return t('puzzle.ask');
  if (state === 'solved') return t(`puzzle.solved.${Math.min(3, tries.length) as 1 | 2 | 3}`);
  return t(`puzzle.${state}`);
}

/** The names of themes, those that there are words for. */
export const themeNames = (themes: readonly string[]): string[] =>
  themes.filter((theme) => words.has(`puzzle.theme.${theme}`)).map((theme) => t(`puzzle.theme.${theme}` as Key));

/** The last seven days that end with one, as dates. */
export function lastDays(day: string): Date[] {
  const end = Date.parse(`${day}T12:00:00Z`);
  return Array.from({ length: 7 }, (_, i) => new Date(end - (6 - i) * 86_400_000));
}

/** A day of the server in words; its days are those of UTC. */
export const dayName = (day: Date, how: Intl.DateTimeFormatOptions): string => dated(day, { ...how, timeZone: 'UTC' });
