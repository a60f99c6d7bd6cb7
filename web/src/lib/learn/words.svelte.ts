// The words of the coach, fetched with the lessons.

import type english from './words/en.json';
import facts from '../rules/facts.json';
import { fill } from '../rules/text';
import { settings, type Language } from '../settings.svelte';
import { words } from '../words.svelte';
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
  /** A text with its values, and the numbers of the game; one that counts something has the forms `.one` and `.other`, and its own is for nothing. */
  say = (key: string, game: 'azul' | 'duel', values: Values = {}): string => {
    const counted = values.n ? `${key}.${new Intl.PluralRules(words.language).select(Number(values.n)) === 'one' ? 'one' : 'other'}` : key;
    const chosen = this.has(counted) ? counted : key;
    return this.has(chosen) ? fill(this.#catalogue![chosen], { ...facts[game], ...values }) : '';
  };
}

export const coachWords = new CoachWords();
