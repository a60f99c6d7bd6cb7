// Which section of the rules speaks about a place of the table, or about the decision at hand.

import { GAMES, type GameName } from '../games';
import type { View } from '../wire';

/** What a game says of its rules to the page. */
export interface RulesParts<V extends View = View> {
  /** Which section speaks of the places whose names match; the first that does counts. */
  places: [RegExp, string][];
  /** The section for each decision. */
  phases: Record<V['phase'], string | ((view: V) => string)>;
  /** What each space for tiles that find no other costs. */
  costs: readonly number[];
  /** What the starting player tile costs, where it has a space of its own. */
  markerCost?: number;
}

/** The section for a place by its name, such as `s0/floor/2` or `rules/tablets`. */
export function sectionAt(game: GameName, place: string): string | null {
  for (const [pattern, section] of GAMES[game].rules.places) {
    const found = pattern.exec(place);
    if (found) return section.replace('$1', found[1] ?? '');
  }
  return null;
}

/** The section for the decision at hand; `picked` when tiles are in the hand. */
export function sectionNow(view: View | null, picked: boolean): string {
  if (!view) return 'overview';
  if (picked) return 'lines';
  const section = GAMES[view.game].rules.phases[view.phase];
  return typeof section === 'function' ? section(view) : section;
}

/** The smallest piece or region of the table at a point, and its name. */
export function placeAt(x: number, y: number, within: ParentNode = document): { place: string; box: DOMRect } | null {
  let best: { place: string; box: DOMRect } | null = null;
  for (const element of within.querySelectorAll<HTMLElement>('[data-place], [data-tablet], [data-rules]')) {
    const box = element.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom || box.width === 0) continue;
    if (!best || box.width * box.height <= best.box.width * best.box.height) best = { place: nameOf(element), box };
  }
  return best;
}

/** The name of the place an element belongs to. */
export function nameOf(element: HTMLElement): string {
  const named = element.closest<HTMLElement>('[data-place], [data-tablet], [data-rules]');
  if (named?.dataset.rules) return `rules/${named.dataset.rules}`;
  if (named?.dataset.tablet) return 'rules/tablets';
  return named?.dataset.place ?? '';
}
