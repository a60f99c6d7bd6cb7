// The glazes of the tiles: base, motif and rim, and the light and dark ends of the base under light.

export interface Glaze {
  letter: string;
  base: string;
  light: string;
  deep: string;
  motif: string;
  rim: string;
}

const BLUE: Glaze = {
  letter: 'B',
  base: '#1D4F9C',
  light: '#2E69BF',
  deep: '#143C7A',
  motif: '#CFE0FA',
  rim: '#0C2F66',
};
const YELLOW: Glaze = {
  letter: 'Y',
  base: '#E8AE2B',
  light: '#F6C655',
  deep: '#D2951A',
  motif: '#6E4300',
  rim: '#9A6A08',
};
const RED: Glaze = {
  letter: 'R',
  base: '#C4472E',
  light: '#DA6247',
  deep: '#A63620',
  motif: '#FFE1D3',
  rim: '#7D2312',
};
const BLACK: Glaze = {
  letter: 'K',
  base: '#22262D',
  light: '#3A404A',
  deep: '#14171C',
  motif: '#C8CED8',
  rim: '#06080B',
};
/** Azul's fifth tile is white with turquoise waves, Duel's is turquoise: each looks as it is called. */
const WHITE: Glaze = {
  letter: 'W',
  base: '#F4F7F5',
  light: '#FFFFFF',
  deep: '#DCE6E4',
  motif: '#0E7C8A',
  rim: '#7FA9AE',
};
const TURQUOISE: Glaze = {
  letter: 'T',
  base: '#A9E2E6',
  light: '#CDF3F5',
  deep: '#86CCD2',
  motif: '#0B5A66',
  rim: '#4B9CA6',
};

export const AZUL_GLAZES = [BLUE, YELLOW, RED, BLACK, WHITE];
export const DUEL_GLAZES = [BLUE, YELLOW, RED, BLACK, TURQUOISE];
export const ALL_GLAZES = [BLUE, YELLOW, RED, BLACK, WHITE, TURQUOISE];
