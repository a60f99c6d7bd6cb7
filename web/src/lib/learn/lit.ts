// Lighting what fits: the elements that selectors name carry `data-lit`, for as long as they are there. A word stands beside the first
// of them, which carries `data-cue`.

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

/** The kinds of pieces that are spoken of; buttons and the choices above them speak for themselves. */
export const CUES = ['take', 'line', 'space', 'column', 'plate', 'chip', 'pile'] as const;
export type Cue = (typeof CUES)[number];

/** Marks the first piece that is lit, and says of which kind it is. */
function cue(lit: Iterable<Element>): Cue | null {
  const found = [...lit].find((element) => element.hasAttribute('data-lit') && element.checkVisibility());
  const piece = found?.matches('[data-take]') ? found.querySelector('.tile') : found;
  for (const element of document.querySelectorAll('[data-cue]'))
    if (element !== piece) element.removeAttribute('data-cue');
  const kind = CUES.find((one) => found?.hasAttribute(`data-${one}`)) ?? null;
  if (kind && !piece?.hasAttribute('data-cue')) piece?.setAttribute('data-cue', '');
  return kind;
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
export function light(fits: readonly string[], said: string, oncue: (kind: Cue | null) => void): () => void {
  const show = () => {
    const selectors = fits.length ? lights(fits, chosen()) : [];
    const wanted = new Set(selectors.flatMap((selector) => [...document.querySelectorAll(selector)]));
    for (const element of document.querySelectorAll('[data-lit]')) if (!wanted.has(element)) putOut(element);
    for (const element of wanted) if (!element.hasAttribute('data-lit')) put(element, said);
    oncue(cue(wanted));
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
    oncue(cue([]));
  };
}
