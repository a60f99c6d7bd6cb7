// Which section of the rules speaks about a place of the table, or about the decision at hand.

import type { View } from '../wire';
import type { Game } from './text';

type Rule = [RegExp, string];

const AZUL: Rule[] = [
  [/^rules\/(.+)$/, '$1'],
  [/^centre\/marker$/, 'centre'],
  [/^(factory|centre)/, 'offer'],
  [/^s\d\/line/, 'lines'],
  [/^s\d\/wall/, 'scoring'],
  [/^s\d\/floor/, 'floor'],
  [/^s\d\/score/, 'scoring'],
  [/^hand/, 'jokers'],
  [/^(bag|lid)/, 'refill'],
  [/^s\d/, 'overview'],
];
const DUEL: Rule[] = [
  [/^rules\/(.+)$/, '$1'],
  [/^factory\/L\/marker$|^s\d\/marker$/, 'start'],
  [/^factory\/\w\/sun/, 'sun'],
  [/^factory\/L\/moon/, 'moon'],
  [/^factory\/\w\/moon/, 'stacks'],
  [/^factory\/\w\/chip/, 'chips'],
  [/^factory/, 'actions'],
  [/^(display|s\d\/space|s\d\/hand|s\d\/token)/, 'plates'],
  [/^pile/, 'pile'],
  [/^(bag|tower)/, 'refill'],
  [/^s\d\/line/, 'lines'],
  [/^s\d\/(dome|score)/, 'scoring'],
  [/^s\d\/broken/, 'broken'],
  [/^s\d\/chips/, 'payment'],
  [/^s\d/, 'overview'],
];
export const PLACES: Record<Game, Rule[]> = { azul: AZUL, duel: DUEL };

/** The section for a place by its name, such as `s0/floor/2` or `rules/tablets`. */
export function sectionAt(game: Game, place: string): string | null {
  for (const [pattern, section] of PLACES[game]) {
    const found = pattern.exec(place);
    if (found) return section.replace('$1', found[1] ?? '');
  }
  return null;
}

export const PHASES: Record<Game, Record<string, string>> = {
  azul: { drop: 'jokers', space: 'grey', over: 'end' },
  duel: {
    setup: 'plates',
    acquire: 'actions',
    stack: 'stacks',
    draw: 'pile',
    keep: 'pile',
    return: 'pile',
    place: 'plates',
    pay: 'payment',
    space: 'tiling',
    over: 'end',
  },
};

/** The section for the decision at hand; `picked` when tiles are in the hand. */
export function sectionNow(view: View | null, picked: boolean): string {
  if (!view) return 'overview';
  if (picked) return 'lines';
  if (view.game === 'azul' && view.phase === 'space' && view.wall === 'coloured') return 'jokers';
  return PHASES[view.game][view.phase] ?? 'offer';
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
