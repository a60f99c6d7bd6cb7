"""What must hold of a page at every moment: nothing scrolls, is cut off or too small to press, and it speaks one language."""

from typing import Any

from playwright.sync_api import Page

from tests.web.tongues import english

# The screens that are tried
SIZES = [
    (360, 640), (390, 844), (375, 667), (844, 390), (667, 375), (820, 1180), (1180, 820), (1024, 600), (1280, 800), (1920, 1080),
    (2560, 1440),
]  # fmt: skip
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
# Words that stand out of the button they are on, which no box of their own may tell
SPILT = """() => [...document.querySelectorAll('button, a.button')].filter(e => e.checkVisibility()).flatMap(button => {
  const box = button.getBoundingClientRect(), words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT), found = [];
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    const range = document.createRange(); range.selectNodeContents(text);
    const parts = text.textContent.trim() && !text.parentElement.closest('.unseen, svg')
      && text.parentElement.checkVisibility({visibilityProperty: true}) ? [...range.getClientRects()] : [];
    if (getComputedStyle(text.parentElement).position !== 'absolute'
      && parts.some(part => part.width > 1 && (part.right > box.right + 1 || part.left < box.left - 1)))
      found.push(`stands out of its button: ${text.textContent.trim()}`); }
  return found; })"""
# Points of a finished game that are not whole on the screen, or lie beyond the edge of what holds them
POINTS = """() => { const end = document.querySelector('section.end'); if (!end) return [];
  const rect = e => e.getBoundingClientRect();
  const out = (one, box) => one.right > box.right + 1 || one.bottom > box.bottom + 1 || one.left < box.left - 1;
  const held = e => [end, e.closest('.scroll')].every(holder => !holder || !out(rect(e), rect(holder)));
  const seen = e => held(e) && rect(e).right <= innerWidth && rect(e).bottom <= innerHeight;
  return [...end.querySelectorAll('th, td, button, a')].filter(e => e.checkVisibility() && !seen(e))
    .map(e => `points cut off: ${e.outerHTML.slice(0, 120)}`); }"""
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll('main.body')]
  .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  .map(e => `${e.tagName} ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}: `
    + [...e.querySelectorAll('*')].filter(one => one.getBoundingClientRect().bottom > e.getBoundingClientRect().bottom + 1)
      .map(one => one.className).join(', '))"""
# What can be pressed, whether it is on the screen (what lies in a list that scrolls need not be), and how far from its middle a
# finger still finds it: the page itself is asked, halving the distance, so that neighbours, covers and cut edges count as they do
# for fingers. Of a colour that lies on a disc each tile counts. What is out of sight, or in a list that scrolls, is
# measured by its box; a box of words in a form counts with its label
TARGETS = """() => {
  const spread = e => getComputedStyle(e).pointerEvents === 'none';
  const parts = e => e.matches('[data-take]') && spread(e) ? [...e.querySelectorAll('.tile')] : [e.closest('label') ?? e];
  const box = part => { const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
    return { left, right, top, bottom, width, height, x: left + width / 2, y: top + height / 2 }; };
  const at = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const rolled = (part, one) => { for (let up = part.parentElement; up; up = up.parentElement) {
    const { left, right, top, bottom } = up.getBoundingClientRect();
    const out = one.left < left - 1 || one.right > right + 1 || one.top < top - 1 || one.bottom > bottom + 1;
    if (out && /auto|scroll/.test(getComputedStyle(up).overflow)) return true; }
    return false; };
  const reach = (e, part) => {
    let one = box(part);
    if (!at(one.x, one.y) || part.closest('ol') || rolled(part, one)) return [one.width, one.height];
    const own = (x, y) => { const hit = at(x, y) && document.elementFromPoint(x, y);
      return hit && (e.contains(hit) || part.contains(hit)); };
    const run = (dx, dy) => { let near = 0, far = 31;
      while (far - near > 1) { const n = (near + far) >> 1; if (own(one.x + dx * n, one.y + dy * n)) near = n; else far = n; }
      return near; };
    if (!own(one.x, one.y)) { part.scrollIntoView({block: 'center'}); one = box(part); } // what sticks to an edge may lie on it
    return own(one.x, one.y) ? [run(1, 0) + run(-1, 0) + 1, run(0, 1) + run(0, -1) + 1] : [0, 0]; };
  const seen = part => { const one = box(part);
    return part.closest('ol') !== null
      || (one.top > -1 && one.left > -1 && one.right < innerWidth + 1 && one.bottom < innerHeight + 1); };
  const dialog = [...document.querySelectorAll('dialog[open], .curtain')].at(-1);
  return [...(dialog ?? document).querySelectorAll('button:enabled, a[href], input, select, summary')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.unseen'))
    .filter(e => getComputedStyle(e).display !== 'inline')
    .flatMap(e => parts(e).map(part => [e, seen(part), ...reach(e, part).map(Math.round)]))
    .map(([e, on, w, h]) => ({on, w, h, kind: 'take' in e.dataset ? 'tile' : 'line' in e.dataset ? 'line' : 'other',
      what: e.outerHTML.replace(/<svg.*/s, '').slice(0, 140)})); }"""
# What a choice shows stands in the room it has, above its buttons; neither leaves its panel, or the window where they stand below
# it, and it never lies on one's own board
CROWDED = """() => { const rect = e => e.getBoundingClientRect(), room = document.querySelector('.choices');
  const tray = document.querySelector('.tray'), mine = document.querySelector('section.mine');
  const over = room ? [...room.querySelectorAll('*')].filter(e => e.checkVisibility() && !e.closest('.unseen, svg')
    && getComputedStyle(e).position !== 'absolute' && rect(e).height > 0
    && (rect(e).top < rect(room).top - 2 || rect(e).bottom > rect(room).bottom + 2)) : [];
  const beyond = (one, panel) => panel && (one.right > rect(panel).right + 1 || one.bottom > rect(panel).bottom + 1);
  const styled = e => getComputedStyle(e.closest('.actions') ?? e);
  const holder = e => styled(e).position === 'absolute' || styled(e).display === 'contents' ? document.body : e.closest('.panel');
  const spilt = [...document.querySelectorAll('.choices button, .buttons button')]
    .filter(e => e.checkVisibility() && beyond(rect(e), holder(e)));
  const lies = tray?.checkVisibility() && mine && rect(tray).top < rect(mine).bottom - 1 && rect(tray).left < rect(mine).right - 1
    && rect(mine).top < rect(tray).bottom - 1 && rect(mine).left < rect(tray).right - 1;
  return [...over.map(e => `no room for ${e.outerHTML.slice(0, 140)}`),
    ...spilt.map(e => `beyond its panel: ${e.outerHTML.slice(0, 140)}`), ...(lies ? ['the choice lies on the board'] : [])]; }"""
# What must not lie on each other: the status and the round, bag and lid and the tiles beside them, the parts of another board, a
# list of tablets and one's board; and what a panel says while it is empty must not be cut by its edge
UPON = """() => { const rect = e => e.getBoundingClientRect();
  const all = selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility({visibilityProperty: true}));
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const pairs = [['.pill', '.bar .round'], ['.stock .summary', '.centre .tile'], ['.opponent .spaces', '.opponent .wall'],
    ['.opponent .hand', '.log'], ['.tablets li', 'section.mine'], ['.mine .name', '.mine .clock']];
  const upon = pairs.flatMap(([one, other]) => all(one).flatMap(a => all(other).filter(b => meet(rect(a), rect(b)))
    .map(b => `${one} lies on ${other}: ${a.outerHTML.slice(0, 100)}`)));
  const cut = all('.log > .none').filter(e => {
    const words = document.createRange(); words.selectNodeContents(e);
    return rect(words).bottom > rect(e.closest('.log')).bottom; });
  return [...upon, ...cut.map(e => `cut by its panel: ${e.outerHTML}`)]; }"""
# Pictures on buttons that are squeezed to nothing
SQUASHED = """() => [...document.querySelectorAll('.button svg')].filter(e => e.checkVisibility())
  .map(e => [e.closest('.button'), e.getBoundingClientRect()]).filter(([, box]) => Math.min(box.width, box.height) < 10)
  .map(([e, box]) => `a picture of ${Math.round(box.width)}x${Math.round(box.height)} on ${e.outerHTML.slice(0, 120)}`)"""
# How much the layout shifts, as browsers count it: what follows upon a press within half a second is no surprise; and what
# answers it, however late, is none
SHIFTS = """window.shifts = 0; let pressed = false, waits = false, calm = 0; const soon = () => calm = performance.now() + 500;
addEventListener('pointerdown', () => { pressed = true; soon(); }, true);
new MutationObserver(() => { const asked = document.querySelector('.status.mine') !== null;
  if (pressed && (waits || !asked)) soon();
  waits = !asked; }).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['class']});
new PerformanceObserver(list => list.getEntries().forEach(e => {
  if (!e.hadRecentInput && e.startTime >= calm) window.shifts += e.value;
})).observe({type: 'layout-shift', buffered: true});"""
LEAST, MAIN, LINE = 24, 42, 30  # 44 less a pixel at either edge, which the page may give to the neighbour
MOUSE_TILE, PHONE_TILE, SMALL_PHONE_TILE = 27, 32, 24


def too_small(page: Page) -> list[str]:
    """What can be pressed and is too small for fingers."""
    return small(page, page.evaluate(TARGETS))


def small(page: Page, targets: list[dict[str, Any]]) -> list[str]:
    """No side under 24 px, one of 44 (a row counts with its full width, and is 30 high). Tiles to take have 32 both ways on a
    phone and 24 on the smallest, for so much is left beside one's board."""
    size = page.viewport_size or {}
    narrow = min(size["width"], size["height"])
    tile = MOUSE_TILE if narrow > 500 else PHONE_TILE if narrow >= 390 else SMALL_PHONE_TILE
    least = {"tile": (tile, tile), "line": (LINE, MAIN), "other": (LEAST, MAIN)}
    wrong = [t for t in targets if min(t["w"], t["h"]) < least[t["kind"]][0] or max(t["w"], t["h"]) < least[t["kind"]][1]]
    return sorted({f"{t['w']}x{t['h']} {t['what']}" for t in wrong})


def off(targets: list[dict[str, Any]]) -> list[str]:
    """What can be pressed and is not on the screen as a whole."""
    return [f"off the screen: {t['what']}" for t in targets if not t["on"]]


def holds(page: Page) -> None:
    """While one plays: nothing scrolls, nothing is cut, nothing is too small or in English only, everything to press is on the
    screen."""
    targets = page.evaluate(TARGETS)
    layout = [*page.evaluate(SCROLLS), *page.evaluate(CROWDED), *page.evaluate(UPON)]
    wrong = [*layout, *cut(page), *squashed(page), *small(page, targets), *off(targets), *english(page)]
    assert not wrong, "\n".join(wrong)


def squashed(page: Page) -> list[str]:
    """Buttons whose picture cannot be seen."""
    found: list[str] = page.evaluate(SQUASHED)
    return found


def cut(page: Page) -> list[str]:
    """Texts of which something is missing, and what stands out of the window."""
    return [*page.evaluate(CUT), *page.evaluate(BEYOND), *page.evaluate(LONGER), *page.evaluate(SPILT), *page.evaluate(POINTS)]
