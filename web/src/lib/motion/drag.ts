// Dragging what can be taken to where it may lie, as an addition to taps: whatever is picked and chosen here could be picked and
// chosen by two taps. Things to take carry `data-take`, places to lie `data-line`; both count while they are enabled.

import { settings } from '../settings.svelte';
import { float, leave, theLayer } from './flights';

export interface Dragging {
  /** Take it up; false where it cannot be. */
  take(what: string): boolean;
  /** The place under the pointer, or none. */
  point(place: string | null): void;
  /** Lay it there; true where that is the move already. */
  drop(place: string): boolean;
  /** Put it back. */
  cancel(): void;
}

/** So far a pointer moves before it drags; a finger trembles. */
const SLACK = { mouse: 5, touch: 9 };
const GATHER_MS = 110;
const BACK_MS = 180;

interface Held {
  /** The name of the place it was taken from. */
  from: string;
  copy: HTMLElement;
  home: DOMRect;
  dx: number;
  dy: number;
}

/** Makes the tiles in a part of the page draggable. */
export function drags(room: HTMLElement, to: Dragging) {
  let press: { pointer: number; what: string; x: number; y: number; slack: number } | null = null;
  let held: Held[] = [];
  let over: HTMLElement | null = null;

  function down(event: PointerEvent): void {
    const source = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-take]:enabled') : null;
    if (!source || event.button !== 0 || !event.isPrimary) return;
    const slack = event.pointerType === 'mouse' ? SLACK.mouse : SLACK.touch;
    press = { pointer: event.pointerId, what: source.dataset.take!, x: event.clientX, y: event.clientY, slack };
    for (const [name, act] of LISTENERS) addEventListener(name, act as EventListener, true);
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== press?.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!held.length) {
      if (Math.hypot(x - press.x, y - press.y) < press.slack) return;
      if (!to.take(press.what)) return end();
      held = lift(room, press.what, event.pointerType !== 'mouse');
      room.dataset.dragging = '';
    }
    for (const { copy, dx, dy } of held) copy.style.transform = `translate(${x + dx}px, ${y + dy}px)`;
    light(placeAt(room, x, y));
  }

  /** The place under the pointer shows that it would take what is dragged. */
  function light(place: HTMLElement | null): void {
    if (place === over) return;
    delete over?.dataset.over;
    if (place) place.dataset.over = '';
    over = place;
    to.point(place?.dataset.line ?? null);
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== press?.pointer) return;
    if (!held.length) return end();
    swallowClick();
    const place = placeAt(room, event.clientX, event.clientY);
    if (!place) return stop();
    light(null);
    const dropped = held;
    end();
    if (to.drop(place.dataset.line!)) leave(dropped);
    else dropped.forEach(({ copy }) => copy.remove());
  }

  function key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !held.length) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    swallowClick();
    stop();
  }

  /** What is in the air goes back to where it lay. */
  function stop(): void {
    const back = held;
    light(null);
    if (back.length) to.cancel();
    end();
    const ms = settings.speed && BACK_MS / settings.speed;
    for (const { copy, home } of back) {
      copy.style.transition = `transform ${ms}ms ease-in-out`;
      copy.style.transform = `translate(${home.x}px, ${home.y}px)`;
      setTimeout(() => copy.remove(), ms);
    }
  }

  function end(): void {
    [press, held] = [null, []];
    delete room.dataset.dragging;
    for (const [name, act] of LISTENERS) removeEventListener(name, act as EventListener, true);
  }

  const other = (event: PointerEvent) => event.pointerId !== press?.pointer && stop(); // a second finger: that is no drag
  const away = (event: Event) => event.target === window && stop();
  const gone = (event: PointerEvent) => event.pointerId === press?.pointer && stop();
  const LISTENERS = [
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', gone],
    ['pointerdown', other],
    ['keydown', key],
    ['blur', away],
  ] as const;
  // the picture of a button must not be dragged by the browser itself
  const still = (event: Event) => event.preventDefault();
  room.addEventListener('pointerdown', down);
  room.addEventListener('dragstart', still);
  return {
    destroy() {
      stop();
      room.removeEventListener('pointerdown', down);
      room.removeEventListener('dragstart', still);
    },
  };
}

function placeAt(room: HTMLElement, x: number, y: number): HTMLElement | null {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-line]:enabled');
  return place && room.contains(place) ? place : null;
}

/** Copies of all tiles that are taken together, gathered at the pointer; above a finger, so that they are seen. */
function lift(room: HTMLElement, what: string, finger: boolean): Held[] {
  const tiles = [...room.querySelectorAll<HTMLElement>(`[data-take="${what}"] [data-place]`)];
  const layer = theLayer();
  return tiles.map((tile, i) => {
    const home = tile.getBoundingClientRect();
    const copy = tile.cloneNode(true) as HTMLElement;
    float(copy, home);
    copy.style.transform = `translate(${home.x}px, ${home.y}px)`;
    layer.append(copy);
    copy.getBoundingClientRect(); // where the gathering begins
    copy.style.transition = `transform ${settings.speed && GATHER_MS / settings.speed}ms ease-out`;
    const dx = (i - (tiles.length - 1) / 2) * home.width * 0.62 - home.width / 2;
    return { from: tile.dataset.place!, copy, home, dx, dy: finger ? -home.height * 1.25 : -home.height / 2 };
  });
}

/** The click that follows the end of a drag is none. */
function swallowClick(): void {
  const swallow = (event: Event) => (event.stopPropagation(), event.preventDefault());
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, true), 50);
}
