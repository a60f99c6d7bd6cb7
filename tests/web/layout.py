"""What must hold of a page at every moment: nothing scrolls, nothing is cut off, nothing is too small to press."""

from playwright.sync_api import Page

# Texts of which a part is cut off, and elements that stand out of the window
CUT = """[...document.querySelectorAll('button, a, label, h1, h2, h3, p, th, td, legend')].filter(e => e.checkVisibility()
  && !e.closest('.unseen') && getComputedStyle(e).overflow !== 'visible' && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 200))"""
BEYOND = """[...document.querySelectorAll('main *')].filter(e => e.checkVisibility() && !e.closest('.unseen, svg, ol'))
  .map(e => [e, e.getBoundingClientRect()])
  .filter(([e, box]) => box.width > 1 && (box.right > innerWidth + 1 || box.left < -1)).map(([e]) => e.outerHTML.slice(0, 200))"""
# Texts that are wider than their box, or of which lines are hidden; the sentence above a replay stands whole below it
LONGER = """() => [...document.querySelectorAll('body *')]
  .filter(e => e.checkVisibility() && !e.closest('.unseen, svg') && e.clientWidth > 1
  && !(e.closest('.status') && document.querySelector('[role=slider]'))
  && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && getComputedStyle(e).display !== 'inline'
  && (e.scrollWidth > e.clientWidth + 1 || (e.scrollHeight > e.clientHeight + 4 && getComputedStyle(e).overflowY !== 'visible')))
  .map(e => `${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight} ${e.outerHTML.slice(0, 160)}`)"""
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll('main.body')]
  .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  .map(e => `${e.tagName} ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}: `
    + [...e.querySelectorAll('*')].filter(one => one.getBoundingClientRect().bottom > e.getBoundingClientRect().bottom + 1)
      .map(one => one.className).join(', '))"""
# What can be pressed, with its sizes and whether it is on the screen (what lies in a list that scrolls need not be): of a colour
# that lies on a disc each tile counts, for only they can be pressed; what is around a piece for fingers counts (an empty
# ::before or ::after), and the whole of a label
TARGETS = """() => {
  const spread = e => getComputedStyle(e).pointerEvents === 'none';
  const parts = e => e.matches('[data-take]') && spread(e) ? [...e.querySelectorAll('.tile')] : [e.closest('label') ?? e];
  const around = e => ['::before', '::after'].map(name => getComputedStyle(e, name))
    .filter(more => more.content === '""' && more.position === 'absolute');
  const reach = e => { const box = e.getBoundingClientRect(), more = around(e);
    const side = name => Math.max(0, ...more.map(one => -parseFloat(one[name]) || 0));
    return [box.width + side('left') + side('right'), box.height + side('top') + side('bottom')].map(Math.round); };
  const seen = e => { const box = e.getBoundingClientRect();
    const inside = box.top > -1 && box.left > -1 && box.right < innerWidth + 1 && box.bottom < innerHeight + 1;
    return inside || e.closest('ol') !== null; };
  return [...document.querySelectorAll('button:enabled, a[href], input, select, summary')]
    .filter(e => e.checkVisibility() && !e.closest('.unseen') && getComputedStyle(e).display !== 'inline')
    .flatMap(e => parts(e).map(part => [e, seen(part), ...reach(part)]))
    .map(([e, on, w, h]) => ({on, w, h, tile: 'take' in e.dataset, what: e.outerHTML.replace(/<svg.*/s, '').slice(0, 140)})); }"""
LEAST, MAIN, DISC_TILE, SMALL_TILE = 24, 44, 34, 30


def too_small(page: Page, tile: int = DISC_TILE) -> list[str]:
    """What can be pressed and is too small: no side under 24 px, one of 44 (a row counts with its full width); tiles
    on a disc at least 34 one way, which is what five discs in a row leave on a phone, and 30 on the smallest."""
    found = page.evaluate(TARGETS)
    small = [t for t in found if min(t["w"], t["h"]) < LEAST or max(t["w"], t["h"]) < (tile if t["tile"] else MAIN)]
    return sorted({f"{t['w']}x{t['h']} {t['what']}" for t in small})


def off_screen(page: Page) -> list[str]:
    """What can be pressed and is not on the screen as a whole."""
    return [f"off the screen: {t['what']}" for t in page.evaluate(TARGETS) if not t["on"]]


def holds(page: Page, tile: int = DISC_TILE) -> None:
    """While one plays: nothing scrolls, nothing is cut, nothing is too small, everything to press is on the screen."""
    wrong = [*page.evaluate(SCROLLS), *cut(page), *too_small(page, tile), *off_screen(page)]
    assert not wrong, "\n".join(wrong)


def cut(page: Page) -> list[str]:
    """Texts of which something is missing, and what stands out of the window."""
    return [*page.evaluate(CUT), *page.evaluate(BEYOND), *page.evaluate(LONGER)]
