// The languages of the page. Every file of words exists in each of them: one that is missing, or lacks a key, is a type error.

export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

export const isLanguage = (code: string): code is Language => LANGUAGES.some((language) => language.code === code);

/** A file of words in every language, fetched when it is asked for. English is the measure of the others. */
export type Files<Words> = Record<Language, () => Promise<{ default: Words }>>;

export const fetched = async <Words>(files: Files<Words>, language: Language): Promise<Words> =>
  (await files[language]()).default;
