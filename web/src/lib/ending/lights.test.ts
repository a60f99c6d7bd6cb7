// What lights up on finished boards: which spaces, what for, and where the points stand.

import { describe, expect, it } from 'vitest';
import { azulBoard, azulView, duelBoard, duelView } from '../fixtures';
import { GAMES } from '../games';
import type { Ending, View } from '../wire';
import { lightsOf } from './lights';

async function lit(view: View, parts: Record<string, number>) {
  const ending = {
    scores: [0, 0],
    winners: [0],
    breakdown: [{ rounds: 9, ...parts }, {}],
  } as Partial<Ending> as Ending;
  const lights = lightsOf(await GAMES[view.game].ending(), view, 0, ending);
  return lights.map(({ what, points, cells, at, tile }) => ({
    what,
    points,
    cells: cells.map((cell) => cell.join('')).join(' '),
    at: `${at.side} ${at.n}`,
    ...(tile && { tile }),
  }));
}

describe('a wall', () => {
  const view = azulView({ boards: [azulBoard({ wall: ['BYRKW', 'WB...', 'K.B..', 'R..B.', 'Y...B'] }), azulBoard()] });

  it('lights its row, its column and its colour, each with its own points', async () => {
    expect(await lit(view, { rows: 2, columns: 7, colours: 10 })).toEqual([
      { what: 'rows', points: 2, cells: '00 01 02 03 04', at: 'right 0' },
      { what: 'columns', points: 7, cells: '00 10 20 30 40', at: 'below 0' },
      { what: 'colours', points: 10, cells: '00 11 22 33 44', at: 'right 4', tile: 'B' },
    ]);
  });

  it('lights nothing that brought nothing', async () => {
    expect(await lit(view, { rows: 0, columns: 7 })).toHaveLength(1);
    expect(await lit(azulView(), { rows: 2 })).toEqual([]);
  });
});

describe('a dome', () => {
  const tiles = ['BYRKTB', 'YB..B.', 'R.BB..', 'K.BB..', 'TB..BY', 'BYRKTB'];
  const plate = (turn: number) => ({ plate: 'YKT*', turn });
  const plates = [plate(0), ...Array<null>(7).fill(null), plate(180)];
  const view = duelView({ boards: [duelBoard({ tiles, plates }), duelBoard()] });

  it('lights what its tablets count', async () => {
    const what = { rows: 6, 'five-colours': 10, diagonals: 20, 'corner-plates': 8, jokers: 4 };
    expect(await lit(view, what)).toEqual([
      { what: 'rows', points: 3, cells: '00 01 02 03 04 05', at: 'right 0' },
      { what: 'rows', points: 3, cells: '50 51 52 53 54 55', at: 'right 5' },
      { what: 'five-colours', points: 5, cells: '00 01 02 03 04 05', at: 'right 4' },
      { what: 'five-colours', points: 5, cells: '50 51 52 53 54 55', at: 'right 3' },
      { what: 'diagonals', points: 10, cells: '00 11 22 33 44 55', at: 'below 5' },
      { what: 'diagonals', points: 10, cells: '05 14 23 32 41 50', at: 'below 0' },
      { what: 'corner-plates', points: 8, cells: '00 01 10 11 40 41 50 51 44 45 54 55', at: 'right 2' },
      { what: 'jokers', points: 4, cells: '11 44', at: 'right 1' },
    ]);
  });

  it('lights as one what cannot be shared evenly', async () => {
    const [light, ...others] = await lit(view, { rows: 7 });
    expect(others).toEqual([]);
    expect(light).toMatchObject({ points: 7, cells: '00 01 02 03 04 05 50 51 52 53 54 55' });
  });

  it('lights the outer spaces that are filled', async () => {
    const [outer] = await lit(view, { 'outer-spaces': 15 });
    expect(outer!.cells.split(' ')).toHaveLength(17);
  });
});
