// What is printed on the tablets.

/** The points of a tablet, as it is told on the tablet itself. */
export const WORTH: Record<string, string> = {
  rows: '3',
  'five-colours': '4',
  columns: '7',
  'outer-spaces': '1',
  diagonals: '10',
  'corner-plates': '3/8',
  jokers: '2',
  specials: '−3',
};
