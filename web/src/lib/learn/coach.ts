// The coach: which lesson is at hand, which of the legal moves fit it, and what there is to read. It looks at what is there,
// so that a lesson waits, comes earlier, or falls away when the other player does something else than expected. It knows no rules.
import type { GameEvent, LogEntry, View } from '../wire';

export type Values = Record<string, string | number>;

/** What the coach looks at. */
export interface Scene {
  view: View;
  seat: number;
  legal: readonly string[];
  log: readonly LogEntry[];
  over: boolean;
}

export interface Lesson {
  id: string;
  /** The section of the rules that says more. */
  rules: string;
  /** A picture of the rules that goes with it. */
  figure?: string;
  /** A lesson to do: those of the legal moves that fit; none while it cannot be taught. */
  fits?: (scene: Scene) => string[];
  /** A lesson to read: the values of its text, null as long as it has to wait. */
  reads?: (scene: Scene) => Values | null;
  /** A further decision of the lesson before it: not counted as one more. */
  same?: boolean;
  /** It takes several moves, and is done when its time has passed. */
  many?: boolean;
  /** Whether its time has passed. */
  gone?: (scene: Scene) => boolean;
}

/** A table of the course, and what is taught at it. */
export interface Part {
  table: string;
  lessons: Lesson[];
}

export type Advice =
  | { kind: 'do'; lesson: Lesson; fits: string[] }
  | { kind: 'read'; lesson: Lesson; values: Values }
  | { kind: 'free' | 'wait' }
  | { kind: 'finished' };

/** The lessons that are still to come. */
export const pending = (part: Part, done: readonly string[], scene: Scene): Lesson[] =>
  part.lessons.filter((lesson) => !done.includes(lesson.id) && !lesson.gone?.(scene));

/** What the coach says now: nothing while tiles fly or the other thinks; else the first lesson that can be taught here. One to read
 * holds back those behind it. */
export function advise(part: Part, done: readonly string[], scene: Scene): Advice {
  const left = pending(part, done, scene);
  if (left.length === 0) return { kind: 'finished' };
  if (scene.legal.length === 0 && !scene.over) return { kind: 'wait' };
  for (const lesson of left) {
    if (lesson.reads) {
      const values = lesson.reads(scene);
      if (values) return { kind: 'read', lesson, values };
      break;
    }
    const fits = lesson.fits?.(scene) ?? [];
    if (fits.length) return { kind: 'do', lesson, fits };
  }
  if (scene.over) return { kind: 'finished' };
  return { kind: 'free' };
}

/** How many lessons there are, those that go together counted once. */
export const number = (lessons: readonly Lesson[]): number => lessons.filter((lesson) => !lesson.same).length;

/** What is chosen at the table so far: `3B`, and a line, a space or a column. */
export interface Chosen {
  take: string | null;
  target: string | null;
}

/** What to light: the next step of the moves that fit, as selectors. */
export function lights(fits: readonly string[], chosen: Chosen): string[] {
  const takes = fits.map((move) => /^(\w)([A-Z])J?>(\w)$/.exec(move)).filter((found) => found !== null);
  const begun = takes.filter((take) => `${take[1]}${take[2]}` === chosen.take);
  if (begun.length) {
    const fitting = begun.some((take) => take[3] === chosen.target);
    return fitting ? ['[data-confirm]'] : [...new Set(begun.map((take) => `.mine [data-line="${take[3]}"]`))];
  }
  return [...new Set(fits.map((move) => lightOf(move, chosen)))];
}

function lightOf(move: string, chosen: Chosen): string {
  const take = /^(\w)([A-Z])J?>/.exec(move);
  if (take) return `[data-take="${take[1]}${take[2]}"]`;
  const space = /^([a-c][1-3])@/.exec(move)?.[1];
  if (space) return chosen.target === space ? '[data-confirm]' : `[data-space="${space}"]`;
  const [word, what = ''] = move.split(' ');
  switch (word) {
    case 'col':
      return chosen.target === what ? '[data-confirm]' : `[data-column="${what}"]`;
    case 'plate':
      return `[data-plate="${what}"]`;
    case 'keep':
    case 'back':
      return `[data-drawn="${what}"]`;
    case 'chip':
      return chosen.target === what ? '[data-confirm]' : `[data-chip="${what}"]`;
    case 'pay':
      return `[data-pay~="${what}"]`;
    case 'draw':
      return chosen.target === 'pile' ? '[data-confirm]' : '[data-pile]';
    case 'stack':
      return '[data-loose], [data-confirm]';
    default:
      return '[data-confirm]';
  }
}

/** All that happened to a seat at this table, in order. */
export const eventsFor = (scene: Scene): GameEvent[] =>
  scene.log.flatMap((entry) => entry.events).filter((event) => 'seat' in event && event.seat === scene.seat);
