// Pieces that travel. A flight goes from one place to another; the table is redrawn between the two measurements, and
// what is seen flying is a copy in a layer above it, while the piece at the target stays unseen until the copy lands.

import { findPlace, isSpot, isTurned } from './places';

export interface Flight {
  from: string;
  to: string;
  /** The symbol that flies (`tile-B`, `disc-T`); without one a copy of what lies at `from` flies. */
  look?: string;
  /** How high the arc goes, as a share of the distance. 0 slides. */
  arc?: number;
  /** Degrees a piece is turned by when it sets out and when it lands; it turns in quarter steps. */
  turn?: [number, number];
  /** Turns over on its way and shows what lies at the target. */
  flip?: boolean;
}

/** The way back: from where pieces came to lie in the end to where they set out. */
export function reversed(flights: readonly Flight[]): Flight[] {
  const back: Flight[] = [];
  for (const { from, to, look, arc } of flights) {
    const earlier = back.findIndex((one) => one.from === from && one.look === look);
    const start = earlier < 0 ? from : back.splice(earlier, 1)[0]!.to;
    if (start !== to) back.push({ from: to, to: start, look, arc });
  }
  return back.reverse();
}

export interface Timing {
  /** Milliseconds of one flight, and between two of them. */
  each: number;
  apart: number;
}

export const NORMAL: Timing = { each: 260, apart: 40 };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A copy of a piece, or a drawing of one. */
type Flyer = HTMLElement | SVGElement;

/** Pieces that were dropped stay in the air until their flight begins there; a move that is refused does not keep them. */
const dropped = new Map<string, HTMLElement>();
const MOST_WAIT = 1500;

export function leave(pieces: { from: string; copy: HTMLElement }[]): void {
  for (const { from, copy } of pieces) {
    dropped.get(from)?.remove();
    dropped.set(from, copy);
    setTimeout(() => dropped.get(from) === copy && pickUp(from), MOST_WAIT);
  }
}

/** The table is drawn anew: nothing hangs in the air any longer. */
export const letGo = (): void => [...dropped.keys()].forEach(pickUp);

/** Where a dropped piece is; it is not kept any longer. */
function pickUp(from: string): Box | null {
  const copy = dropped.get(from);
  if (!copy) return null;
  const box = copy.getBoundingClientRect();
  dropped.delete(from);
  copy.remove();
  return box;
}

const SVG = 'http://www.w3.org/2000/svg';
const ROUND = /^disc-|-M$/;

/** Carry out flights around a redrawing of the table; resolves when all have landed or `signal` is aborted. */
export async function fly(
  flights: Flight[],
  redraw: () => Promise<void>,
  timing: Timing,
  signal: AbortSignal,
  landed?: (flight: Flight) => void,
) {
  const starts = flights.map((flight) => {
    const source = findPlace(flight.from);
    const exact = source && isSpot(source, flight.from);
    return (
      source && {
        box: pickUp(flight.from) ?? centred(source, exact!),
        turned: isTurned(source),
        copy: flight.look || !exact ? null : (source.cloneNode(true) as HTMLElement),
      }
    );
  });
  await redraw();
  if (signal.aborted) return;
  const layer = theLayer();
  const animations: Animation[] = [];
  const copies: Element[] = [];
  const done = flights.map((flight, i) => {
    const start = starts[i];
    const target = findPlace(flight.to);
    if (!start || !target || !(flight.look || start.copy)) return Promise.resolve();
    const exact = isSpot(target, flight.to);
    const end = centred(target, exact);
    if (flight.arc === 0 && near(start.box, end)) return Promise.resolve();
    const box = sizeOf(start.box, end, exact);
    const delay = i * timing.apart;
    const front = flight.look ? drawn(flight.look) : start.copy!;
    const copy = flight.flip && exact ? turningOver(front, target, animations, timing.each, delay) : front;
    float(copy, box);
    layer.append(copy);
    copies.push(copy);
    const flying = copy.animate(
      path(start.box, end, box, { ...flight, turn: across(flight, start.turned, isTurned(target)) }),
      {
        duration: timing.each,
        delay,
        easing: 'linear',
        fill: 'both',
      },
    );
    animations.push(flying);
    if (exact) animations.push(target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: timing.each + delay }));
    return flying.finished
      .then(() => {
        copy.remove();
        landed?.(flight);
        if (exact)
          target.animate([{ transform: 'scale(1.1)' }, { transform: 'scale(1)' }], {
            duration: 110,
            easing: 'ease-out',
          });
      })
      .catch(() => undefined);
  });
  const stop = () => {
    animations.forEach((animation) => animation.cancel());
    copies.forEach((copy) => copy.remove());
  };
  signal.addEventListener('abort', stop, { once: true });
  await Promise.all(done);
  signal.removeEventListener('abort', stop);
}

export function theLayer(): Element {
  const found = document.getElementById('flights');
  if (found) return found;
  const layer = document.createElement('div');
  layer.id = 'flights';
  layer.setAttribute('aria-hidden', 'true');
  document.body.append(layer);
  return layer;
}

function centred(element: Element, exact: boolean): Box {
  const box = element.getBoundingClientRect();
  if (exact) return box;
  // a part of the table stands for a place that is not drawn: aim at its middle, at the size of a small tile
  const side = Math.min(28, box.width, box.height);
  return { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side };
}

const near = (a: Box, b: Box) => Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
const sizeOf = (start: Box, end: Box, exact: boolean): Box => (exact || end.width > start.width ? end : start);

function drawn(look: string): Flyer {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${look}`);
  svg.append(use);
  svg.setAttribute('class', ROUND.test(look) ? 'flyer disc' : 'flyer');
  return svg;
}

/** Two faces, one above the other: halfway the other one is seen. */
function turningOver(
  front: Flyer,
  target: Element,
  animations: Animation[],
  duration: number,
  delay: number,
): HTMLElement {
  const both = document.createElement('div');
  const back = target.cloneNode(true) as HTMLElement;
  both.append(front, back);
  for (const [face, seen] of [
    [front, [1, 0]],
    [back, [0, 1]],
  ] as const) {
    Object.assign(face.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
    animations.push(
      face.animate({ opacity: [...seen] }, { duration, delay, easing: 'steps(2, jump-none)', fill: 'both' }),
    );
  }
  return both;
}

/** Lay a copy of a piece over the page, as large as a box, at its corner; nobody finds it by the name of a place. */
export function float(copy: Flyer, box: Pick<Box, 'width' | 'height'>): void {
  copy.removeAttribute('data-place');
  copy.querySelectorAll('[data-place]').forEach((inner) => inner.removeAttribute('data-place'));
  Object.assign(copy.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    margin: '0',
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
}

const STEPS = 16;
const ease = (x: number) => (x < 0.5 ? 2 * x * x : 1 - (-2 * x + 2) ** 2 / 2);

function path(start: Box, end: Box, box: Box, flight: Flight): Keyframe[] {
  const lift = Math.min(120, Math.hypot(end.x - start.x, end.y - start.y) * (flight.arc ?? 0.22));
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const s = ease(i / STEPS);
    const x = start.x + (end.x - start.x) * s;
    const y = start.y + (end.y - start.y) * s - lift * 4 * s * (1 - s);
    const size = (start.width + (end.width - start.width) * s) / box.width;
    const tall = (start.height + (end.height - start.height) * s) / box.height;
    const [w, h] = [box.width / 2, box.height / 2];
    const spin = flight.turn
      ? `rotate(${quarters(flight.turn, s)}deg)`
      : flight.flip
        ? `scaleX(${Math.abs(Math.cos(Math.PI * s))})`
        : '';
    const about = spin && ` translate(${w}px, ${h}px) ${spin} translate(${-w}px, ${-h}px)`;
    return { transform: `translate(${x}px, ${y}px) scale(${size}, ${tall})${about}` };
  });
}

/** How a piece turns on its way: to a half of the table that is turned, or from it, by two quarters more. */
function across({ turn }: Flight, from: boolean, to: boolean): Flight['turn'] {
  if (!from && !to) return turn;
  const [first, last] = turn ?? [0, 0];
  return [first + (from ? 180 : 0), last + (to ? 180 : 0)];
}

/** The angle at a moment: each quarter begins and ends gently. */
export function quarters([from, to]: [number, number], s: number): number {
  const turns = Math.abs(to - from) / 90;
  const done = Math.min(Math.floor(s * turns), turns);
  return from + Math.sign(to - from) * 90 * (done + (done < turns ? ease(s * turns - done) : 0));
}

/** The angle that shows a turn, reached from another angle by the shorter way: from 270 to 0 is a quarter on, not three back. */
export function onward(angle: number, turn: number): number {
  return angle + ((((turn - angle) % 360) + 540) % 360) - 180;
}
