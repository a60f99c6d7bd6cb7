// Lighting what fits: the elements that selectors name carry `data-lit`, for as long as they are there.

import { lights, type Chosen } from './coach';

const pressed = (selector: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`${selector}[aria-pressed=true]`);

/** What is chosen at the table, read from the page. */
function chosen(): Chosen {
  const target =
    pressed('.mine [data-line]')?.dataset.line ??
    pressed('[data-space]')?.dataset.space ??
    pressed('[data-column]')?.dataset.column;
  return {
    take: pressed('[data-take]')?.dataset.take ?? null,
    target: target ?? pressed('[data-chip]')?.dataset.chip ?? (pressed('[data-pile]') ? 'pile' : null),
  };
}

function put(element: Element, said: string): void {
  if ((element as HTMLButtonElement).disabled) return;
  element.setAttribute('data-lit', '');
  element.setAttribute('aria-description', said);
}

function putOut(element: Element): void {
  element.removeAttribute('data-lit');
  element.removeAttribute('aria-description');
}

/** Keep what fits lit while the table changes, and say so to who cannot see it; call what comes back to end it. */
export function light(fits: readonly string[], said: string): () => void {
  const show = () => {
    const selectors = fits.length ? lights(fits, chosen()) : [];
    const wanted = new Set(selectors.flatMap((selector) => [...document.querySelectorAll(selector)]));
    for (const element of document.querySelectorAll('[data-lit]')) if (!wanted.has(element)) putOut(element);
    for (const element of wanted) if (!element.hasAttribute('data-lit')) put(element, said);
  };
  const observer = new MutationObserver(show);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-pressed', 'disabled'],
  });
  show();
  return () => {
    observer.disconnect();
    document.querySelectorAll('[data-lit]').forEach(putOut);
  };
}
