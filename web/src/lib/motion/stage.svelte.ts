// What is shown of the table, and the story of how it got there. A game turns what happened into beats; the stage plays
// them one after the other, at the speed of the settings, until somebody wants to go on.

import { tick } from 'svelte';
import { settings } from '../settings.svelte';
import { click } from '../sound';
import type { View } from '../wire';
import { fly, letGo, NORMAL, type Flight } from './flights';

/** Points or a word that rise from a place. */
export interface Pop {
  at: string;
  text: string;
  tone: 'gain' | 'loss' | 'plain' | 'note';
}

/** One step of the story: the table after it, what flies meanwhile, and what is said. */
export interface Beat {
  view: View;
  flights?: Flight[];
  pops?: Pop[];
  /** Places that glow, such as the tiles a score counts. */
  marks?: string[];
  /** One sentence, for the caption and for those who listen. */
  say?: string;
  /** Milliseconds to rest on it, so that it can be read. */
  hold?: number;
  /** It takes the place of the table before it calmly, with nothing that flies. */
  fades?: boolean;
  /** How many events of the entry have been told when it is over; all of them where it is not said. */
  told?: number;
}

/** The entry that is being told, and how many of its events were. */
export interface Telling {
  version: number;
  events: number;
}

export class Stage {
  view: View | null = $state.raw(null);
  viewer: number | null = $state(null);
  /** How many times faster than the settings say. */
  pace = 1;
  playing = $state(false);
  say = $state('');
  telling: Telling | null = $state.raw(null);
  /** The last sentences, for those who listen: none is lost when the next one comes at once. */
  said: { n: number; text: string }[] = $state.raw([]);
  pops: Pop[] = $state.raw([]);
  marks: ReadonlySet<string> = $state.raw(new Set<string>());
  #scenes: { beats: () => Beat[]; viewer: number | null; version: number }[] = [];
  #abort = new AbortController();
  #hurry = false;
  #run = 0;

  /** Show a table as it is, without a story. */
  set(view: View | null, viewer: number | null): void {
    this.#run += 1;
    this.#scenes = [];
    this.#abort.abort();
    this.view = view;
    this.viewer = viewer;
    this.#rest();
  }

  /** Add a scene to the story; its beats are made when it begins, from the table that is then shown. */
  add(beats: () => Beat[], viewer: number | null, version = 0): void {
    this.#scenes.push({ beats, viewer, version });
    if (!this.playing) void this.#play();
  }

  /** Be done with all that is moving, at once. */
  finish(): void {
    if (!this.playing) return;
    this.#hurry = true;
    this.#abort.abort();
  }

  async #play(): Promise<void> {
    const run = ++this.#run;
    this.playing = true;
    this.#abort = new AbortController();
    for (let scene = this.#scenes.shift(); scene; scene = this.#scenes.shift()) {
      this.telling = { version: scene.version, events: 0 };
      for (const beat of scene.beats()) {
        await this.#beat(beat, scene.version);
        if (run !== this.#run) return;
      }
      this.viewer = scene.viewer;
    }
    this.#rest();
  }

  #rest(): void {
    this.pops = [];
    this.marks = new Set();
    this.playing = false;
    this.telling = null;
    this.#hurry = false;
  }

  /** Say something to those who listen. */
  announce(text: string): void {
    this.said = [...this.said.slice(-7), { n: (this.said.at(-1)?.n ?? 0) + 1, text }];
  }

  async #beat(beat: Beat, version: number): Promise<void> {
    const { signal } = this.#abort;
    const speed = settings.speed * this.pace;
    const redraw = async () => {
      letGo();
      this.view = beat.view;
      this.marks = new Set();
      this.pops = [];
      this.telling = { version, events: beat.told ?? Infinity };
      if (beat.say) this.announce((this.say = beat.say));
      await tick();
    };
    if (speed === 0 || this.#hurry || document.hidden || typeof Element.prototype.animate !== 'function')
      return redraw();
    if (beat.fades) return fade(redraw, 320 / speed, signal);
    const flights = beat.flights ?? [];
    const timing = {
      each: NORMAL.each / speed,
      apart: Math.min(NORMAL.apart, 900 / Math.max(1, flights.length)) / speed,
    };
    await fly(flights, redraw, timing, signal, (flight) => click(flight.look));
    if (signal.aborted) return;
    this.marks = new Set(beat.marks ?? []);
    this.pops = beat.pops ?? [];
    if (beat.hold) await rest(beat.hold / speed, signal);
  }
}

/** The table gives way to another one: half of the time it fades, half of the time the other comes. */
async function fade(redraw: () => Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const table = document.querySelector('[data-table]');
  const shades = (from: number, to: number) =>
    table?.animate([{ opacity: from }, { opacity: to }], { duration: ms / 2, easing: 'ease-in-out', fill: 'forwards' });
  const gone = shades(1, 0.25);
  await rest(ms / 2, signal);
  await redraw();
  const come = shades(0.25, 1);
  gone?.cancel();
  await rest(ms / 2, signal);
  come?.cancel();
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
