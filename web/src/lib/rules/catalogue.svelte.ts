// The words of the rules, one file a language, fetched when somebody opens them. A section that is missing in one of them is a
// type error; that paragraphs and figures agree is tested.

import type english from './words/en.json';
import { settings, type Language } from '../settings.svelte';

export type RulesWords = typeof english;

const LOAD: Record<Language, () => Promise<RulesWords>> = {
  en: async () => (await import('./words/en.json')).default,
  fr: async () => (await import('./words/fr.json')).default,
  it: async () => (await import('./words/it.json')).default,
};

class Catalogue {
  words: RulesWords | null = $state.raw(null);
  #language: Language | null = null;

  /** Fetch the words of a language, once. */
  async speak(language: Language = settings.language): Promise<void> {
    if (this.#language === language) return;
    this.#language = language;
    const words = await LOAD[language]();
    if (this.#language === language) this.words = words;
  }
}

export const catalogue = new Catalogue();
