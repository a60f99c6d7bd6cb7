// Views, tables and replays for tests: whole ones, of which a test says only what it is about.

import type { AzulBoard, AzulView, DuelBoard, DuelView, Frame, Replay, TableInfo } from './wire';

export const azulBoard = (part: Partial<AzulBoard> = {}): AzulBoard => ({
  score: 0,
  lines: Array<string>(5).fill(''),
  wall: Array<string>(5).fill('.....'),
  floor: '',
  ...part,
});

export const azulView = (part: Partial<AzulView> = {}): AzulView => ({
  game: 'azul',
  rules: 1,
  seat: 0,
  players: 2,
  wall: 'coloured',
  jokers: false,
  round: 1,
  phase: 'offer',
  to_move: 0,
  first_player: 0,
  marker: null,
  factories: Array<string>(5).fill(''),
  centre: '',
  bag: {},
  lid: {},
  boards: [azulBoard(), azulBoard()],
  bonuses: [{}, {}],
  openings: [],
  pending: null,
  ...part,
});

export const duelBoard = (part: Partial<DuelBoard> = {}): DuelBoard => ({
  score: 5,
  lines: Array<string>(6).fill(''),
  plates: Array<null>(9).fill(null),
  tiles: Array<string>(6).fill('......'),
  broken: '',
  chips: [],
  spent: [],
  tokens: 2,
  chips_taken: 0,
  passed: false,
  ...part,
});

export const duelView = (part: Partial<DuelView> = {}): DuelView => ({
  game: 'duel',
  rules: 1,
  seat: 0,
  tablets: ['rows'],
  round: 1,
  phase: 'acquire',
  to_move: 0,
  first_player: 0,
  starting_tile: null,
  large: { sun: '', moon: '' },
  small: Array.from({ length: 4 }, () => ({ sun: '', moon: '', chip: null })),
  display: [null, null, null],
  pile: [],
  drawn: [],
  chips_unseen: {},
  bag: {},
  tower: {},
  boards: [duelBoard(), duelBoard()],
  bonuses: [{}, {}],
  payments: [],
  openings: [],
  progress: [{}, {}],
  pending: null,
  ...part,
});

/** A table of Azul that Ada and a bot play at. */
export const tableInfo = (part: Partial<TableInfo> = {}): TableInfo => ({
  id: 'x',
  game: 'azul',
  options: {},
  status: 'playing',
  clock: null,
  listed: false,
  created: '',
  to_move: 0,
  round: 1,
  scores: [0, 0],
  seats: [
    { who: 'person', name: 'Ada', level: null, present: true },
    { who: 'bot', name: 'Mason', level: 'mason', present: true },
  ],
  mine: [0],
  invitation: null,
  seat_link: null,
  rematch: null,
  ...part,
});

/** A game of Azul that went through these views. */
export function replayOf(views: AzulView[], part: Partial<Replay> = {}): Replay {
  const frames = views.slice(1).map((view, i): Frame => ({ ply: i + 1, seat: i % 2, move: '1B>1', events: [], view }));
  return {
    id: 'x',
    game: 'azul',
    options: {},
    seats: ['Ada', 'Ada'],
    levels: [null, null],
    start: views[0]!,
    frames,
    ending: null,
    ...part,
  };
}
