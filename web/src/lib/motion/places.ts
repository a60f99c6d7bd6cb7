// Places on the table, by name. An element that can hold or send a piece carries `data-place`, a path such as
// `s1/line/3/0`, and `data-region` too if it is larger than one piece; where a place is not on the screen (an opponent folded to a card), the nearest known part of its path stands for it.

/** The places that both games have. */
export const lineAt = (seat: number, line: number, index: number): string => `s${seat}/line/${line}/${index}`;
export const scoreOf = (seat: number): string => `s${seat}/score`;
export const BAG = 'bag';

export function findPlace(path: string, within: ParentNode = document): HTMLElement | SVGElement | null {
  for (let rest = path; rest; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('/')))) {
    for (const found of within.querySelectorAll<HTMLElement>(`[data-place="${rest}"]`)) {
      if (found.getClientRects().length) return found;
    }
  }
  return null;
}

/** Whether an element is the very spot of a piece, and not a region (`data-region`) that merely holds or stands for it. */
export function isSpot(element: Element, path: string): boolean {
  return element.getAttribute('data-place') === path && !element.hasAttribute('data-region');
}

/** Whether an element lies in the half of a table that is turned to somebody on the far side. */
export const isTurned = (element: Element | null): boolean => element?.closest('[data-turned]') != null;
