// The words of the coach, fetched with the lessons.

import type english from './words/en.json';
import facts from '../rules/facts.json';
import { fill } from '../rules/text';
import { settings, type Language } from '../settings.svelte';
import type { Values } from './coach';

type Catalogue = typeof english;
export type CoachKey = keyof Catalogue;

const LOAD: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./words/en.json')).default,
  fr: async () => (await import('./words/fr.json')).default,
  it: async () => (await import('./words/it.json')).default,
};

class CoachWords {
  #catalogue: Catalogue | null = $state.raw(null);

  async speak(language: Language = settings.language): Promise<void> {
    this.#catalogue = await LOAD[language]();
  }
  get ready(): boolean {
    return this.#catalogue !== null;
  }
  has = (key: string): key is CoachKey => this.#catalogue !== null && key in this.#catalogue;
  /** A text with its values, and the numbers of the game. */
  say = (key: string, game: 'azul' | 'duel', values: Values = {}): string => (this.has(key) ? fill(this.#catalogue![key], { ...facts[game], ...values }) : '');
}

export const coachWords = new CoachWords();
