// The positions as docs/state.md writes them. They travel inside messages as plain JSON.

export interface AzulBoard {
  score: number;
  lines: string[];
  wall: string[];
  floor: string;
}

export interface AzulView {
  game: 'azul';
  seat: number | null;
  players: number;
  wall: 'coloured' | 'grey';
  jokers: boolean;
  round: number;
  phase: 'offer' | 'drop' | 'space' | 'over';
  to_move: number | null;
  first_player: number;
  marker: number | null;
  factories: string[];
  centre: string;
  bag: Record<string, number>;
  lid: Record<string, number>;
  boards: AzulBoard[];
  pending: { line: number; tiles?: string } | null;
}

export interface DuelBoard {
  score: number;
  lines: string[];
  plates: ({ plate: string; turn: number } | null)[];
  tiles: string[];
  broken: string;
  chips: string[];
  spent: string[];
  tokens: number;
  chips_taken: number;
  passed: boolean;
}

export interface DuelView {
  game: 'duel';
  seat: number | null;
  tablets: string[];
  round: number;
  phase: 'setup' | 'acquire' | 'stack' | 'draw' | 'keep' | 'place' | 'return' | 'pay' | 'space' | 'over';
  to_move: number | null;
  first_player: number;
  starting_tile: number | null;
  large: { sun: string; moon: string };
  small: { sun: string; moon: string; chip: string | null }[];
  display: (string | null)[];
  pile: string[];
  drawn: string[];
  chips_unseen: Record<string, number>;
  bag: Record<string, number>;
  tower: Record<string, number>;
  boards: DuelBoard[];
  /** The final points of every seat by tablet, as the domes are now. */
  bonuses: Record<string, number>[];
  pending: Record<string, unknown> | null;
}

/** An object whose shape only its reader knows. */
export type Json = Record<string, unknown>;

export type View = AzulView | DuelView;
