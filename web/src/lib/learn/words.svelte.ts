// The words of the coach, fetched with the lessons.

import type english from './words/en.json';
import type { GameName } from '../games';
import facts from '../rules/facts.json';
import { fill } from '../rules/text';
import { fetches, type Language } from '../languages';
import { settings } from '../settings.svelte';
import { words } from '../words.svelte';
import type { Values } from './coach';

type Catalogue = typeof english;
export type CoachKey = keyof Catalogue;

const wordsIn = fetches<Catalogue>(import.meta.glob('./words/*.json', { import: 'default' }));

class CoachWords {
  #catalogue: Catalogue | null = $state.raw(null);

  async speak(language: Language = settings.language): Promise<void> {
    this.#catalogue = await wordsIn(language);
  }
  get ready(): boolean {
    return this.#catalogue !== null;
  }
  has = (key: string): key is CoachKey => this.#catalogue !== null && key in this.#catalogue;
  /** A text with its values, and the numbers of the game; one that counts something has the forms `.one` and `.other`, and its own is for nothing. */
  say = (key: string, game: GameName, values: Values = {}): string => {
    const counted = values.n
      ? `${key}.${new Intl.PluralRules(words.language).select(Number(values.n)) === 'one' ? 'one' : 'other'}`
      : key;
    const chosen = this.has(counted) ? counted : key;
    return this.has(chosen) ? fill(this.#catalogue![chosen], { ...facts[game], ...values }) : '';
  };
}

export const coachWords = new CoachWords();
