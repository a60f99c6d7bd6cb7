// The words of the page: one JSON file a language, English being the measure of the others. A text asked for by a key that does
// not exist is a type error where it is asked for; that the languages have the same keys is tested.

import type english from './words/en.json';
import type callingEnglish from './words/calling/en.json';
import type clubEnglish from './words/club/en.json';
import type coachEnglish from './words/coach/en.json';
import type duelEnglish from './words/duel/en.json';
import type proofEnglish from './words/proof/en.json';
import type profileEnglish from './words/profile/en.json';
import type meetEnglish from './words/meet/en.json';
import type talkEnglish from './words/talk/en.json';
import type reasonsEnglish from './words/reasons/en.json';
import type replayEnglish from './words/replay/en.json';
import type tournamentEnglish from './words/tournament/en.json';
import type youEnglish from './words/you/en.json';
import { fetches, type Language } from './languages';
import { settings } from './settings.svelte';

export { LANGUAGES } from './languages';

type Catalogue = typeof english &
  typeof duelEnglish &
  typeof reasonsEnglish &
  typeof replayEnglish &
  typeof coachEnglish &
  typeof profileEnglish &
  typeof proofEnglish &
  typeof tournamentEnglish &
  typeof youEnglish &
  typeof callingEnglish &
  typeof clubEnglish &
  typeof meetEnglish &
  typeof talkEnglish;
export type Key = keyof Catalogue;
export type Counted = { [K in Key]: K extends `${infer Base}.other` ? Base : never }[Key];
type Values = Record<string, string | number>;

const TABLE = fetches<typeof english>(import.meta.glob('./words/*.json', { import: 'default' }));
const DUEL = fetches<typeof duelEnglish>(import.meta.glob('./words/duel/*.json', { import: 'default' }));
const REASONS = fetches<typeof reasonsEnglish>(import.meta.glob('./words/reasons/*.json', { import: 'default' }));
const REPLAY = fetches<typeof replayEnglish>(import.meta.glob('./words/replay/*.json', { import: 'default' }));
/** Words that only some pages need, fetched where one of them asks. */
const LATER = {
  calling: fetches<typeof callingEnglish>(import.meta.glob('./words/calling/*.json', { import: 'default' })),
  club: fetches<typeof clubEnglish>(import.meta.glob('./words/club/*.json', { import: 'default' })),
  meet: fetches<typeof meetEnglish>(import.meta.glob('./words/meet/*.json', { import: 'default' })),
  coach: fetches<typeof coachEnglish>(import.meta.glob('./words/coach/*.json', { import: 'default' })),
  profile: fetches<typeof profileEnglish>(import.meta.glob('./words/profile/*.json', { import: 'default' })),
  proof: fetches<typeof proofEnglish>(import.meta.glob('./words/proof/*.json', { import: 'default' })),
  talk: fetches<typeof talkEnglish>(import.meta.glob('./words/talk/*.json', { import: 'default' })),
  tournament: fetches<typeof tournamentEnglish>(import.meta.glob('./words/tournament/*.json', { import: 'default' })),
  you: fetches<typeof youEnglish>(import.meta.glob('./words/you/*.json', { import: 'default' })),
};
type Later = keyof typeof LATER;

/** All words of a language, with those for some pages that were asked for. */
async function catalogueIn(language: Language, later: Iterable<Later>): Promise<Catalogue> {
  const some = [TABLE, DUEL, REASONS, REPLAY, ...[...later].map((area) => LATER[area])];
  const parts = await Promise.all(some.map((fetched) => fetched(language)));
  return Object.assign({}, ...parts) as Catalogue;
}

class Words {
  language: Language = $state('en');
  #catalogue: Catalogue = $state.raw({} as Catalogue);
  #plural = $derived(new Intl.PluralRules(this.language));
  #later = new Map<Later, Promise<void>>();
  #wanted: Language = 'en';
  #asked = 0;
  #latest = Promise.resolve();

  /** Fetch the words of a language, then speak it; what is asked for last is spoken, whatever comes first. */
  speak(language: Language = settings.language): Promise<void> {
    this.#wanted = language;
    return (this.#latest = this.#turnTo(language, ++this.#asked));
  }

  async #turnTo(language: Language, asked: number): Promise<void> {
    const catalogue = await catalogueIn(language, this.#later.keys());
    if (asked !== this.#asked) return this.#latest;
    this.#catalogue = catalogue;
    this.language = language;
    document.documentElement.lang = language;
    document.querySelector('meta[name=description]')?.setAttribute('content', catalogue.about);
  }

  /** Fetch the words for some pages as well. */
  also(area: Later): Promise<void> {
    if (!this.#later.has(area)) {
      this.#later.set(area, Promise.resolve());
      this.#later.set(area, this.speak(this.#wanted));
    }
    return this.#later.get(area)!;
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

// A little word before a hole that changes with what follows: "de Vitrier", but "d’Architecte"; "a Geometra", but "ad Architetto";
// "il 7%", but "l’8%"
type Joint = { word: RegExp; before: RegExp; becomes: (word: string) => string };
const JOINTS: Partial<Record<Language, Joint[]>> = {
  fr: [
    {
      word: /\b(de|que) (?=\{(\w+)\})/g,
      before: /^([aeiouhâàéèêëîïôœ]|y(?![aeiou]))/i,
      becomes: (word) => `${word.slice(0, -1)}’`,
    },
  ],
  it: [
    { word: /\b(a) (?=\{(\w+)\})/g, before: /^[aà]/i, becomes: () => 'ad ' },
    {
      word: /\b(il|al|del|dal) (?=\{(\w+)\})/g,
      before: /^(8|11(?!\d)|1(?=%|$))/,
      becomes: (word) => (word === 'il' ? 'l’' : `${word}l’`),
    },
  ],
};

function joined(language: Language, text: string, values: Values): string {
  return (JOINTS[language] ?? []).reduce(
    (said, { word, before, becomes }) =>
      said.replace(word, (whole, little: string, name: string) =>
        before.test(String(values[name] ?? '')) ? becomes(little) : whole,
      ),
    text,
  );
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

export const words = new Words();
export const t = words.t;
export const tn = words.n;
