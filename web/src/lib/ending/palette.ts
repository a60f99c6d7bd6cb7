// The colours of a finished board as values, so that a picture of it needs no style sheet.

export interface Palette {
  table: string;
  tableLight: string;
  grout: string;
  plate: string;
  slot: string;
  edge: string;
  raised: string;
  ink: string;
  soft: string;
  gilt: string;
  gold: string;
  loss: string;
  /** Light: around the board, around what is lit, and its edge. */
  warm: string;
  gleam: string;
  ring: string;
  faint: Record<string, string>;
}

export const DAY: Palette = {
  table: '#f3ede0',
  tableLight: '#fbf6ea',
  grout: '#e4d6b8',
  plate: '#efe5cd',
  slot: '#dcd3c1',
  edge: '#c9b991',
  raised: '#fffdf8',
  ink: '#2b2620',
  soft: '#635748',
  gilt: '#d9b765',
  gold: '#7a5810',
  loss: '#8f2f1b',
  warm: '#ffe9ae',
  gleam: '#ffe28c',
  ring: '#fff6dc',
  faint: { B: '#94a3b7', Y: '#c4aa72', R: '#c29c86', K: '#a39a8b', W: '#95b6b4', S: '#a39a8b' },
};

export const EVENING: Palette = {
  ...DAY,
  table: '#141a27',
  tableLight: '#1f283a',
  grout: '#303b50',
  plate: '#3a4761',
  slot: '#19212f',
  edge: '#56667f',
  raised: '#2a3549',
  ink: '#f2ecdd',
  soft: '#b4bed0',
  gilt: '#d9ac52',
  gold: '#ecc878',
  loss: '#f0a08d',
  warm: '#7a5a22',
  gleam: '#ffcf66',
  ring: '#ffe9b8',
  faint: { B: '#5878a8', Y: '#8d7a4a', R: '#93655c', K: '#6b7488', W: '#5f8f98', S: '#6b7488' },
};

/** The colour of a printed motif. */
export const faint = (palette: Palette, letter: string): string => palette.faint[letter] ?? palette.faint.K!;
