// Help of three strengths in the language of the page, and the places of the table that it speaks of.

import { phrase, tellings } from '../reasons';
import type { Told } from '../wire';
import { t, words, type Key } from '../words.svelte';

/** A sentence of help; the server may have one that the page has no words for. */
export function helpOf({ key, params }: Told, name: (seat: number) => string): string {
  if (!words.has(`help.${key}`)) return '';
  if (key !== 'idea') return t(`help.${key}` as Key, { ...tellings(params, name), place: String(params.place ?? '') });
  const reason = { key: String(params.reason_key), params: params.reason_params as Told['params'] };
  return words.has(`reason.${reason.key}`) ? t('help.idea', { reason: phrase(reason, name) }) : t('help.idea_quiet');
}

const MOONS = ['L', 1, 2, 3, 4].map((factory) => `factory/${factory}/moon`);
const CHIPS = [1, 2, 3, 4].map((factory) => `factory/${factory}/chip`);

/** The places that a nudge speaks of, to somebody who sits on a seat. */
export function placesOf({ key, params }: Told, seat: number): string[] {
  const { line, place, seat: other } = params as { line?: number; place?: string; seat?: number };
  const places: Record<string, string[]> = {
    look_at_theirs: [`s${other}/line/${line}`],
    look_at_line: [`s${seat}/line/${line}`],
    look_at_centre: ['centre'],
    look_at_factory: [`factory/${place}`],
    look_at_large: ['factory/L'],
    look_at_moons: MOONS,
    look_at_plates: ['display/0', 'display/1', 'display/2', 'pile'],
    look_at_dome: [`s${seat}/dome`],
    look_at_chips: [...CHIPS, `s${seat}/chips`],
    look_at_floor: [`s${seat}/floor`, `s${seat}/broken`],
  };
  return places[key] ?? [];
}
