// Dates as the reader writes them: the first of a month is "1er" in French and "1º" in Italian, which the browser leaves out.

import type { Language } from './languages';
import { words } from './words.svelte';

const FIRST: Partial<Record<Language, string>> = { fr: '1er', it: '1º' };

/** A date in words. */
export function dated(date: Date, how: Intl.DateTimeFormatOptions): string {
  const { language } = words;
  const parts = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, how).formatToParts(date);
  const first = FIRST[language] ?? '1';
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? first : value)).join('');
}

/** The day of a moment, in full: "18 November 2026". */
export const dayOf = (at: number | string): string => dated(new Date(at), { dateStyle: 'long' });
