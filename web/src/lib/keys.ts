// Moving the focus with the arrow keys: to the nearest thing that can be pressed, in the direction of the arrow.

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Point {
  x: number;
  y: number;
}

/** The nearest of some points in a direction: what lies askew counts as farther away. */
export function nearest(from: Point, to: Point[], [dx, dy]: [number, number]): number {
  let best = -1;
  let least = Infinity;
  to.forEach((point, i) => {
    const along = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const askew = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
    if (along < 4 || askew > 3 * along) return;
    const distance = along + 2.2 * askew;
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/** Where something that can be pressed lies; a button may stand for pieces that lie elsewhere (`data-spot`). */
function middle(element: Element): Point {
  const box = (element.querySelector('[data-spot]') ?? element).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Handle an arrow key within a part of the page; true when the focus moved. */
export function moveFocus(event: KeyboardEvent, within: HTMLElement): boolean {
  const direction = DIRECTIONS[event.key];
  const target = event.target as HTMLElement;
  if (
    !direction ||
    event.defaultPrevented ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
  )
    return false;
  const all = [...within.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')].filter(
    (element) => element !== target && element.getClientRects().length > 0 && element.tabIndex >= 0,
  );
  const found = all[nearest(middle(target), all.map(middle), direction)];
  if (!found) return false;
  event.preventDefault();
  found.focus();
  return true;
}
