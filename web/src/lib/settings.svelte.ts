// What a person chose for this browser. Kept in local storage; nothing of it reaches the server.

import { isLanguage, type Language } from './languages';

export type Theme = 'system' | 'day' | 'evening';
export type Speed = 'system' | 0 | 0.5 | 1 | 2;

interface Saved {
  theme: Theme;
  speed: Speed;
  language: Language | null;
  sound: boolean;
  confirm: boolean;
  easyReading: boolean;
  /** Whether two at one screen sit on either side of it. */
  faceToFace: boolean;
}

const KEY = 'tessela.settings';
const STANDARD: Saved = {
  theme: 'system',
  speed: 'system',
  language: null,
  sound: false,
  confirm: true,
  easyReading: false,
  faceToFace: false,
};

function read(): Saved {
  try {
    return { ...STANDARD, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Saved>) };
  } catch {
    return { ...STANDARD };
  }
}

const wish = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches;

class Settings {
  saved: Saved = $state(read());
  dark = $state(wish('(prefers-color-scheme: dark)'));
  still = $state(wish('(prefers-reduced-motion: reduce)'));

  constructor() {
    if (typeof matchMedia !== 'function') return;
    matchMedia('(prefers-color-scheme: dark)').addEventListener?.('change', (event) => (this.dark = event.matches));
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener?.(
      'change',
      (event) => (this.still = event.matches),
    );
  }

  change(part: Partial<Saved>): void {
    this.saved = { ...this.saved, ...part };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.saved));
    } catch {
      // a browser that keeps nothing: the choice lasts as long as the page
    }
  }

  get theme(): 'day' | 'evening' {
    if (this.saved.theme === 'system') return this.dark ? 'evening' : 'day';
    return this.saved.theme;
  }

  /** How fast pieces move: 0 is not at all. The system's wish for less motion holds until a speed is chosen. */
  get speed(): number {
    if (this.saved.speed === 'system') return this.still ? 0 : 1;
    return this.saved.speed;
  }

  get language(): Language {
    if (this.saved.language) return this.saved.language;
    for (const tag of navigator.languages ?? [navigator.language]) {
      const short = tag.slice(0, 2).toLowerCase();
      if (isLanguage(short)) return short;
    }
    return 'en';
  }
}

export const settings = new Settings();
