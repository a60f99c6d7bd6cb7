// The words of the rules, one file a language, fetched when somebody opens them. That their sections, paragraphs and figures
// agree is tested.

import type english from './words/en.json';
import { fetches, type Language } from '../languages';
import { settings } from '../settings.svelte';

export type RulesWords = typeof english;

const wordsIn = fetches<RulesWords>(import.meta.glob('./words/*.json', { import: 'default' }));

class Catalogue {
  words: RulesWords | null = $state.raw(null);
  #language: Language | null = null;

  /** Fetch the words of a language, once. */
  async speak(language: Language = settings.language): Promise<void> {
    if (this.#language === language) return;
    this.#language = language;
    const words = await wordsIn(language);
    if (this.#language === language) this.words = words;
  }
}

export const catalogue = new Catalogue();
