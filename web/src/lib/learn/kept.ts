// How far one is in the lessons of a game, kept in this browser.

export interface Kept {
  part: number;
  table: string;
  done: string[];
}

const key = (game: string) => `tessela.learn.${game}`;

export function keptLesson(game: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key(game)) ?? 'null') as Kept | null;
    return kept && Array.isArray(kept.done) ? kept : null;
  } catch {
    return null;
  }
}

export function keepLesson(game: string, kept: Kept): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing: the course lasts as long as the page
  }
}
