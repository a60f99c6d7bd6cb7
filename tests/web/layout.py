"""What must hold of a page at every moment: nothing scrolls, nothing is cut off, nothing is too small to press."""

from playwright.sync_api import Page

from tests.web.test_pages import BEYOND, CUT

# Texts that are wider than their box, or of which lines are hidden; the sentence above a replay stands whole below it
LONGER = """() => [...document.querySelectorAll('body *')]
  .filter(e => e.checkVisibility() && !e.closest('.unseen, svg') && e.clientWidth > 1
  && !(e.closest('.status') && document.querySelector('[role=slider]'))
  && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && getComputedStyle(e).display !== 'inline'
  && (e.scrollWidth > e.clientWidth + 1 || (e.scrollHeight > e.clientHeight + 4 && getComputedStyle(e).overflowY !== 'visible')))
  .map(e => `${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight} ${e.outerHTML.slice(0, 160)}`)"""
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll('main.body')]
  .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  .map(e => `${e.tagName} ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`)"""
# What can be pressed, with its sizes: of a colour that lies on a disc each tile counts, for only they can be pressed; what is
# drawn around a piece for fingers counts (::after), and the whole of a label
TARGETS = """() => {
  const spread = e => getComputedStyle(e).pointerEvents === 'none';
  const parts = e => e.matches('[data-take]') && spread(e) ? [...e.querySelectorAll('.tile')] : [e.closest('label') ?? e];
  const reach = e => { const box = e.getBoundingClientRect(), more = getComputedStyle(e, '::after');
    const out = more.content !== 'none' && more.position === 'absolute';
    const side = name => out ? Math.max(0, -parseFloat(more[name]) || 0) : 0;
    return [box.width + side('left') + side('right'), box.height + side('top') + side('bottom')]; };
  return [...document.querySelectorAll('button:enabled, a[href], input, select, summary')]
    .filter(e => e.checkVisibility() && !e.closest('.unseen') && getComputedStyle(e).display !== 'inline')
    .flatMap(e => parts(e).map(part => [e, ...reach(part).map(Math.round)]))
    .map(([e, w, h]) => ({what: e.outerHTML.replace(/<svg.*/s, '').slice(0, 160), w, h, tile: e.matches('[data-take]')})); }"""
LEAST, MAIN, TILE = 24, 44, 34


def too_small(page: Page) -> list[str]:
    """What can be pressed and is too small: no side under 24 px, one of 44 (a row counts with its full width); tiles
    on a disc at least 34 one way, which is what five discs in a row leave on a phone."""
    found = page.evaluate(TARGETS)
    small = [t for t in found if min(t["w"], t["h"]) < LEAST or max(t["w"], t["h"]) < (TILE if t["tile"] else MAIN)]
    return sorted({f"{t['w']}x{t['h']} {t['what']}" for t in small})


def holds(page: Page) -> None:
    """While one plays: nothing scrolls, nothing is cut, nothing is too small."""
    assert [*page.evaluate(SCROLLS), *cut(page), *too_small(page)] == []


def cut(page: Page) -> list[str]:
    """Texts of which something is missing, and what stands out of the window."""
    return [*page.evaluate(CUT), *page.evaluate(BEYOND), *page.evaluate(LONGER)]
