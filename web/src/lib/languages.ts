// The languages of the page. Every file of words exists in each of them, with the same keys: tested.

export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

export const CODES: readonly Language[] = LANGUAGES.map(({ code }) => code);

export const isLanguage = (code: string): code is Language => CODES.some((known) => known === code);

/** Fetches the words of a folder in one language, when they are asked for: `en.json` and its siblings. */
export const fetches =
  <Words>(files: Record<string, () => Promise<unknown>>) =>
  (language: Language): Promise<Words> => {
    const path = Object.keys(files).find((name) => name.endsWith(`/${language}.json`));
    if (!path) throw new Error(`no words in ${language}`);
    return files[path]!() as Promise<Words>;
  };
