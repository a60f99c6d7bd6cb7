// The words of the rules, one file a language, fetched when somebody opens them. A section that is missing in one of them is a
// type error; that paragraphs and figures agree is tested.

import type english from './words/en.json';
import { fetched, type Files, type Language } from '../languages';
import { settings } from '../settings.svelte';

export type RulesWords = typeof english;

const FILES: Files<RulesWords> = {
  en: () => import('./words/en.json'),
  fr: () => import('./words/fr.json'),
  it: () => import('./words/it.json'),
};

class Catalogue {
  words: RulesWords | null = $state.raw(null);
  #language: Language | null = null;

  /** Fetch the words of a language, once. */
  async speak(language: Language = settings.language): Promise<void> {
    if (this.#language === language) return;
    this.#language = language;
    const words = await fetched(FILES, language);
    if (this.#language === language) this.words = words;
  }
}

export const catalogue = new Catalogue();
