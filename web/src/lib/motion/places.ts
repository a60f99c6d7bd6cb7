// Places on the table, by name. An element that can hold or send a piece carries `data-place`, a path such as
// `s1/line/3/0`; where a place is not on the screen (an opponent folded to a card), the nearest known part of its path stands for it.

export function findPlace(path: string, within: ParentNode = document): HTMLElement | SVGElement | null {
  for (let rest = path; rest; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('/')))) {
    for (const found of within.querySelectorAll<HTMLElement>(`[data-place="${rest}"]`)) {
      if (found.getClientRects().length) return found;
    }
  }
  return null;
}

export function isExact(element: Element, path: string): boolean {
  return element.getAttribute('data-place') === path;
}
