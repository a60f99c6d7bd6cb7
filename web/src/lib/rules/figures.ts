// The pictures of the rules, as parts in a row, drawn from the pieces of the table.

import type { Game } from './text';

export interface Marks {
  /** Cells with a gold ring, dashed cells, and a cell with points, as `row,column` from 0. */
  marks?: string[];
  open?: string[];
  plus?: { at: string; text: string };
}
export type Part =
  | { is: 'sign'; text: '→' | '=' | '+' }
  | { is: 'break' }
  | { is: 'tiles'; tiles: string; shape?: 'disc' }
  | { is: 'disc'; tiles: string; picked?: string }
  | ({ is: 'lines'; lines: string[]; first?: number; shape?: 'disc' } & Marks)
  | ({ is: 'wall'; rows: string[]; first?: number; grey?: boolean } & Marks)
  | { is: 'floor'; tiles: string; game: Game }
  | { is: 'sunmoon'; sun?: string; moon?: string; chip?: string; large?: boolean; picked?: string }
  | { is: 'plate'; plate: string; turn?: number }
  | ({ is: 'dome'; plates: [string, number][]; across: number; tiles: string[] } & Marks)
  | { is: 'chip'; chip: string }
  | { is: 'tablet'; tablet: string }
  | { is: 'mini'; what: 'row' | 'column' | 'colour' };

export const arrow: Part = { is: 'sign', text: '→' };
const equals: Part = { is: 'sign', text: '=' };

const FIGURES: Record<string, Part[]> = {
  board: [
    { is: 'lines', lines: ['', 'RR', 'YY', '', 'KKK'] },
    { is: 'wall', rows: ['B..K.', '..Y..', '.WBY.', '..W..', '....B'] },
    { is: 'floor', tiles: '', game: 'azul' },
  ],
  colours: [{ is: 'tiles', tiles: 'BYRKW' }],
  take: [
    { is: 'disc', tiles: 'BRBW', picked: 'B' },
    arrow,
    { is: 'tiles', tiles: 'BB' },
    { is: 'sign', text: '+' },
    { is: 'tiles', tiles: 'RW' },
  ],
  marker: [{ is: 'floor', tiles: 'M', game: 'azul' }],
  lines: [{ is: 'lines', lines: ['', 'RR', 'YY'] }],
  floor: [{ is: 'floor', tiles: 'MYY', game: 'azul' }],
  tiling: [
    { is: 'lines', lines: ['', 'RR', 'KK'] },
    arrow,
    { is: 'wall', rows: ['B....', '...R.', '.....'], marks: ['1,3'] },
  ],
  score: [
    {
      is: 'wall',
      rows: ['..B..', '..W..', 'YRKW.'],
      first: 2,
      marks: ['0,2', '1,2', '2,0', '2,1', '2,2', '2,3'],
      plus: { at: '2,2', text: '+7' },
    },
  ],
  bonusRow: [{ is: 'mini', what: 'row' }],
  bonusColumn: [{ is: 'mini', what: 'column' }],
  bonusColour: [{ is: 'mini', what: 'colour' }],
  grey: [
    { is: 'lines', lines: ['', 'YY'], first: 0 },
    arrow,
    { is: 'wall', rows: ['B.Y..', '...K.'], grey: true, open: ['1,0', '1,1', '1,4'] },
  ],
  jokers: [{ is: 'lines', lines: ['J', 'BB', 'JJR'] }],

  dome: [
    {
      is: 'dome',
      across: 2,
      plates: [
        ['YKTS', 0],
        ['KYR*', 90],
        ['TRBS', 180],
        ['YBKS', 0],
      ],
      tiles: ['Y...', 'T...', '.BYB', '....'],
    },
  ],
  factory: [{ is: 'sunmoon', sun: 'BYRT', chip: '?' }],
  turn: [0, 90, 180, 270].map((turn) => ({ is: 'plate', plate: 'YBKS', turn })),
  backs: [
    { is: 'plate', plate: 'special' },
    { is: 'plate', plate: 'joker' },
  ],
  sunTake: [
    { is: 'sunmoon', sun: 'TBTK', chip: '?', picked: 'T' },
    arrow,
    { is: 'tiles', tiles: 'TT', shape: 'disc' },
    { is: 'sign', text: '+' },
    { is: 'sunmoon', moon: 'BK', chip: '?' },
  ],
  stack: [{ is: 'sunmoon', moon: 'KRY', chip: '?' }],
  moonTake: [
    { is: 'sunmoon', large: true, moon: 'KBRM', picked: 'K' },
    { is: 'sunmoon', moon: 'YK', chip: '?', picked: 'K' },
    arrow,
    { is: 'tiles', tiles: 'KKM', shape: 'disc' },
  ],
  start: [{ is: 'floor', tiles: 'M', game: 'duel' }],
  duelLines: [
    { is: 'lines', lines: ['Y', 'KK'], shape: 'disc' },
    {
      is: 'dome',
      across: 2,
      plates: [
        ['YKTS', 0],
        ['KYR*', 0],
      ],
      tiles: ['....', '....'],
    },
  ],
  broken: [{ is: 'floor', tiles: 'BR', game: 'duel' }],
  chips: ['B', 'TY', 'RT', '?'].map((chip) => ({ is: 'chip', chip })),
  duelTiling: [
    { is: 'lines', lines: ['', 'KK'], shape: 'disc' },
    arrow,
    {
      is: 'dome',
      across: 2,
      plates: [
        ['YKTS', 90],
        ['STYB', 90],
      ],
      tiles: ['..Y.', '.K..'],
      marks: ['1,1'],
    },
  ],
  pay: [
    { is: 'chip', chip: 'T' },
    { is: 'chip', chip: 'TY' },
    equals,
    { is: 'tiles', tiles: 'T', shape: 'disc' },
    { is: 'break' },
    { is: 'chip', chip: 'B' },
    { is: 'chip', chip: 'K' },
    { is: 'chip', chip: 'YK' },
    equals,
    { is: 'tiles', tiles: 'T', shape: 'disc' },
  ],
  plates: [
    { is: 'plate', plate: 'YKTS' },
    { is: 'plate', plate: '*BTK' },
  ],
  duelScore: [
    {
      is: 'dome',
      across: 2,
      plates: [
        ['YKTS', 0],
        ['TRB*', 90],
        ['YBKS', 90],
        ['SYBR', 0],
      ],
      tiles: ['YK..', 'TS..', 'KY..', '....'],
      marks: ['0,1', '1,1', '2,0', '2,1'],
      plus: { at: '2,1', text: '+5' },
    },
  ],
};

/** The parts of a figure; `tablet:rows` is a tablet. */
export function figure(name: string): Part[] {
  if (name.startsWith('tablet:')) return [{ is: 'tablet', tablet: name.slice(7) }];
  return FIGURES[name] ?? [];
}

export const has = (marks: string[] | undefined, row: number, column: number): boolean =>
  marks?.includes(`${row},${column}`) ?? false;
