import { beforeAll, expect, it } from 'vitest';
import { nameAtTable, personOf, shownName } from './names';
import type { SeatInfo } from './wire';
import { words } from './words.svelte';

const person = (name: string): SeatInfo => ({ who: 'person', name, level: null, present: true });
const bot = (level: string): SeatInfo => ({
  who: 'bot',
  name: level[0]!.toUpperCase() + level.slice(1),
  level,
  present: true,
});

beforeAll(() => words.speak('it'));

it('names in the language of the reader what the server named', () => {
  expect(['Guest 1234', 'Guest', 'Player 2'].map(shownName)).toEqual(['Ospite 1234', 'Ospite', 'Giocatore 2']);
});

it('leaves names alone that somebody chose', () => {
  expect(['Ada', 'Guest of honour', 'guest 1', 'Player', 'A Player 2'].map(shownName)).toEqual([
    'Ada',
    'Guest of honour',
    'guest 1',
    'Player',
    'A Player 2',
  ]);
});

it('tells two of the same name apart', () => {
  expect([0, 1, 2].map((seat) => nameAtTable([bot('mason'), bot('mason'), person('Guest 1000')], seat))).toEqual([
    'Muratore',
    'Muratore 2',
    'Ospite 1000',
  ]);
});

it('calls a bot that plays on for somebody by the name of that person', () => {
  const standIn: SeatInfo = { who: 'bot', name: 'Ada', level: 'tiler', present: true };
  expect(nameAtTable([standIn], 0)).toBe('Ada (computer)');
  expect(['Ada (computer)', 'Ada', 'Muratore'].map(personOf)).toEqual(['Ada', 'Ada', 'Muratore']);
});
