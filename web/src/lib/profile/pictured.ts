// A finished board as a picture of it is drawn: a view with nothing but that board.

import type { GameName } from '../games';
import type { Picture, View } from '../wire';

export const pictured = (game: GameName, { wall, board }: Picture) =>
  ({ game, wall, boards: [board] }) as unknown as View;
