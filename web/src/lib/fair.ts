// One's own part in the chance of a game: a salt that follows the server's promise, both noted for later (docs/chance.md).

export interface Noted {
  promise: string;
  salt: string;
}

const PLACE = 'tessela.promises';
const MOST = 100; // games; the oldest are forgotten first
const SALT_BYTES = 16;

/** Random bytes as hexadecimal digits. */
export const newSalt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Keep what was promised before the first deal, and what one added. A browser that keeps nothing can still play. */
export const note = (table: string, noted: Noted): void => keep([...others(table), [table, noted]]);

/** Who gets up before the game begins has no part in its chance. */
export const forget = (table: string): void => keep(others(table));

const others = (table: string) => all().filter(([id]) => id !== table);

function keep(some: [string, Noted][]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(some.slice(-MOST)));
  } catch {
    return;
  }
}

/** What this browser noted of a table. */
export const noted = (table: string): Noted | null => all().find(([id]) => id === table)?.[1] ?? null;

function all(): [string, Noted][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]');
    return Array.isArray(kept) ? (kept as [string, Noted][]) : [];
  } catch {
    return [];
  }
}
