// The words of the page: one JSON file a language, English being the measure of the others. A key that is missing in one
// of them is a type error here, and a value asked for by a key that does not exist is one where it is asked for.

import type english from './words/en.json';
import type duelEnglish from './words/duel/en.json';
import type reasonsEnglish from './words/reasons/en.json';
import type replayEnglish from './words/replay/en.json';
import { settings, type Language } from './settings.svelte';

type Catalogue = typeof english & typeof duelEnglish & typeof reasonsEnglish & typeof replayEnglish;
export type Key = keyof Catalogue;
export type Counted = { [K in Key]: K extends `${infer Base}.other` ? Base : never }[Key];
type Values = Record<string, string | number>;

const LOAD: Record<Language, () => Promise<Catalogue>> = {
  en: async () => ({
    ...(await import('./words/en.json')).default,
    ...(await import('./words/duel/en.json')).default,
    ...(await import('./words/reasons/en.json')).default,
    ...(await import('./words/replay/en.json')).default,
  }),
  fr: async () => ({
    ...(await import('./words/fr.json')).default,
    ...(await import('./words/duel/fr.json')).default,
    ...(await import('./words/reasons/fr.json')).default,
    ...(await import('./words/replay/fr.json')).default,
  }),
  it: async () => ({
    ...(await import('./words/it.json')).default,
    ...(await import('./words/duel/it.json')).default,
    ...(await import('./words/reasons/it.json')).default,
    ...(await import('./words/replay/it.json')).default,
  }),
};

export const LANGUAGES: { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
];

class Words {
  language: Language = $state('en');
  #catalogue: Catalogue = $state.raw({} as Catalogue);
  #plural = $derived(new Intl.PluralRules(this.language));

  /** Fetch the words of a language, then speak it. */
  async speak(language: Language = settings.language): Promise<void> {
    const catalogue = await LOAD[language]();
    this.#catalogue = catalogue;
    this.language = language;
    document.documentElement.lang = language;
    document.querySelector('meta[name=description]')?.setAttribute('content', catalogue.about);
  }

  /** The text of a key, with {names} filled in. */
  t = (key: Key, values: Values = {}): string => this.#fill(this.#catalogue[key] ?? key, values);

  /** Whether there is a text for a key that was made from data. */
  has = (key: string): boolean => key in this.#catalogue;

  /** The text of a counted thing: `tiles` has the keys `tiles.one` and `tiles.other`, with {n} for the number. */
  n = (base: Counted, n: number, values: Values = {}): string => {
    const form = this.#plural.select(n) === 'one' ? 'one' : 'other';
    return this.#fill(this.#catalogue[`${base}.${form}` as Key] ?? base, { n, ...values });
  };

  #fill = (text: string, values: Values): string => fill(joined(this.language, text, values), values);
}

// A little word before a hole that changes with what follows: "de Vitrier", but "d’Architecte"; "a Geometra", but "ad Architetto"
const JOINTS: Partial<Record<Language, { word: RegExp; before: RegExp; becomes: string }>> = {
  fr: { word: /\bde (?=\{(\w+)\})/g, before: /^[aeiouhâàéèêëîïôœ]/i, becomes: 'd’' },
  it: { word: /\ba (?=\{(\w+)\})/g, before: /^[aà]/i, becomes: 'ad ' },
};

function joined(language: Language, text: string, values: Values): string {
  const joint = JOINTS[language];
  return joint ? text.replace(joint.word, (whole, name: string) => (joint.before.test(String(values[name] ?? '')) ? joint.becomes : whole)) : text;
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

export const words = new Words();
export const t = words.t;
export const tn = words.n;
