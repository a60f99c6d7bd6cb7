// The addresses of the page.

import { gameOr, isGame, type GameName } from './games';

/** Where a puzzle comes from. */
export const PUZZLE_SETS = ['day', 'rating', 'theme', 'mine'] as const;
export type PuzzleSet = (typeof PUZZLE_SETS)[number];

export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string; invitation: string | null; seatLink: string | null }
  | { page: 'replay'; id: string; at: number | null }
  | { page: 'rules'; game: GameName; section: string | null }
  | { page: 'learn'; game: GameName }
  | { page: 'puzzle'; game: GameName | null; id: string | null; by: PuzzleSet; theme: string | null }
  | { page: 'deal'; game: GameName | null }
  | { page: 'settings' }
  | { page: 'you'; link: string | null }
  | { page: 'history'; search: string }
  | { page: 'player'; name: string }
  | { page: 'tournaments' }
  | { page: 'tournament'; id: string; wall: boolean }
  | { page: 'meet' }
  | { page: 'club'; id: string; invitation: string | null }
  | { page: 'missing' };

export function parse(path: string, search = '', hash = ''): Route {
  const query = new URLSearchParams(search);
  const parts = path.split('/').filter(Boolean);
  const [first, second] = parts;
  if (parts.length === 0) return { page: 'home' };
  if (first === 't' && second && parts.length === 2) {
    return { page: 'table', id: second, invitation: query.get('invitation'), seatLink: query.get('seat') };
  }
  if (first === 'r' && second && parts.length === 2) {
    const at = Number(query.get('ply') ?? NaN);
    return { page: 'replay', id: second, at: Number.isInteger(at) ? at : null };
  }
  if (first === 'rules' && parts.length <= 2 && (!second || isGame(second))) {
    return { page: 'rules', game: gameOr(second), section: hash.slice(1) || null };
  }
  if (first === 'learn' && parts.length === 2 && isGame(second)) return { page: 'learn', game: second };
  if ((first === 'puzzle' || first === 'deal') && parts.length <= 2 && (!second || isGame(second))) {
    const game = isGame(second) ? second : null;
    if (first === 'deal') return { page: 'deal', game };
    const theme = query.get('theme');
    const by = PUZZLE_SETS.find((one) => one === query.get('by')) ?? 'day';
    return { page: 'puzzle', game, id: query.get('id'), by: by === 'theme' && !theme ? 'day' : by, theme };
  }
  if (first === 'settings' && parts.length === 1) return { page: 'settings' };
  if (first === 'meet' && parts.length === 1) return { page: 'meet' };
  if (first === 'you' && parts.length === 1) return { page: 'you', link: /^#link=([\w-]+)$/.exec(hash)?.[1] ?? null };
  if (first === 'you' && second === 'history' && parts.length === 2) return { page: 'history', search };
  if (first === 'player' && second && parts.length === 2) return { page: 'player', name: decoded(second) };
  if (first === 'tournaments' && parts.length === 1) return { page: 'tournaments' };
  if (first === 'tournament' && second && parts.length === 2) {
    return { page: 'tournament', id: second, wall: query.has('wall') };
  }
  if (first === 'club' && second && parts.length === 2) {
    return { page: 'club', id: second, invitation: query.get('invitation') };
  }
  return { page: 'missing' };
}

/** A part of an address as it is read; one that is no text stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = () => parse(location.pathname, location.search, location.hash);

class Router {
  route: Route = $state(here());

  constructor() {
    addEventListener('popstate', () => (this.route = here()));
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (
        !(link instanceof HTMLAnchorElement) ||
        link.origin !== location.origin ||
        link.target ||
        link.hasAttribute('download')
      )
        return;
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      if (link.pathname.startsWith('/api/')) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.route = here();
    scrollTo(0, 0);
  }
}

export const router = new Router();
