// Whoever plays by keys is led from choice to choice and never loses the focus. What a coach has lit comes first.

import { tick } from 'svelte';

/** What is asked for next, in this order. */
const NEXT = [
  '[data-lit]:enabled',
  '[data-next]',
  '[data-choice]:enabled',
  '[data-confirm]:enabled',
  'section.end .button.main',
];

let byKeys = false;
let held: Element | null = null;
addEventListener('keydown', () => (byKeys = true), true);
addEventListener('pointerdown', () => (byKeys = false), true);
addEventListener('focusin', (event) => (held = event.target as Element), true);

const shown = (element: HTMLElement): boolean => element.getClientRects().length > 0;
const find = (within: HTMLElement, selector: string): HTMLElement | undefined => {
  const all = [...within.querySelectorAll<HTMLElement>(selector)].filter(shown);
  return all.find((element) => element.hasAttribute('data-lit')) ?? all[0];
};

/** Whether the focus was on something that is gone, or can no longer be pressed. */
function lost(rest: HTMLElement): boolean {
  const at = document.activeElement;
  if (held === null || (at !== held && at !== document.body)) return false;
  return held === rest || !held.isConnected || held.matches(':disabled') || !shown(held as HTMLElement);
}

/** Lead on to something, after the table has been drawn anew; who plays by pointer, or has gone on by keys meanwhile, is left alone. */
export async function lead(within: HTMLElement | undefined, selector: string): Promise<void> {
  if (!byKeys || !within) return;
  const from = document.activeElement;
  await tick();
  await new Promise((resolve) => setTimeout(resolve)); // what fits is lit by now
  const gone = from === document.body || !from?.isConnected || from.matches(':disabled');
  if (gone || document.activeElement === from) find(within, selector)?.focus();
}

/** Keep the focus while a table changes: where it is lost it goes to what is asked for next, or waits at `rest`. Call what comes back to end it. */
export function keepFocus(within: HTMLElement, rest: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    if (!byKeys || !lost(rest)) return;
    const next = NEXT.map((selector) => find(within, selector)).find((element) => element !== undefined);
    (next ?? rest).focus();
  };
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(look);
  });
  observer.observe(within, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-lit'],
  });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
