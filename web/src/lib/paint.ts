// What can wait until the page has answered whoever touched it.

const LATEST_MS = 100; // a page that is not seen paints nothing

/** Do something as soon as the next frame is on the screen. */
export function afterPaint(what: () => void): void {
  let waits = true;
  const go = () => {
    if (!waits) return;
    waits = false;
    clearTimeout(late);
    what();
  };
  const late = setTimeout(go, document.hidden ? 0 : LATEST_MS);
  requestAnimationFrame(() => setTimeout(go));
}
