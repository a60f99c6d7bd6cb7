import { describe, expect, it } from 'vitest';
import type { DuelView, LogEntry } from '../wire';
import { duelView } from '../fixtures';
import { tell } from './story';

const view = (part: Partial<DuelView> = {}): DuelView =>
  duelView({
    large: { sun: 'BBYRT', moon: '' },
    small: [
      { sun: 'BYRR', moon: '', chip: '?' },
      { sun: '', moon: 'KY', chip: '?' },
      { sun: '', moon: 'RY', chip: '?' },
      { sun: '', moon: '', chip: 'B' },
    ],
    display: ['YKTS', '*BTK', null],
    pile: ['joker', '?'],
    ...part,
  });
const entry = (events: object[], seat = 0): LogEntry => ({
  version: 1,
  what: 'move',
  seat,
  move: null,
  events: events as LogEntry['events'],
});
const flights = (beats: ReturnType<typeof tell>) =>
  beats.flatMap((beat) => (beat.flights ?? []).map(({ from, to }) => `${from} > ${to}`));
const name = (seat: number) => `P${seat}`;

describe('the story of Duel', () => {
  it('ends with what the server sent', () => {
    const after = view({ round: 2 });
    expect(tell(view(), entry([{ event: 'Passed', seat: 0 }]), after, name).at(-1)!.view).toBe(after);
  });

  it('gathers the tops of all moons', () => {
    const before = view({ large: { sun: '', moon: 'YK' } });
    const beats = tell(
      before,
      entry([
        { event: 'Taken', seat: 0, source: 'M', tiles: 'YYY', rest: '' },
        { event: 'MarkerTaken', seat: 0 },
        { event: 'Placed', seat: 0, tiles: 'YYY', line: 4 },
      ]),
      view(),
      name,
    );
    expect(flights(beats)).toEqual([
      'factory/L/moon/1 > factory/L/moon/0',
      'factory/L/marker > s0/marker',
      'factory/L/moon/0 > s0/line/4/0',
      'factory/2/moon/1 > s0/line/4/1',
      'factory/3/moon/1 > s0/line/4/2',
    ]);
  });

  it('carries the rest of the large sun to its moon', () => {
    const beats = tell(
      view(),
      entry([
        { event: 'Taken', seat: 0, source: 'L', tiles: 'BB', rest: 'YRT' },
        { event: 'Placed', seat: 0, tiles: 'B', line: 1 },
        { event: 'Broken', seat: 0, tiles: 'B', discarded: '', line: null },
      ]),
      view(),
      name,
    );
    expect(flights(beats)).toContain('factory/L/sun/2 > factory/L/moon/0');
    expect(flights(beats)).toContain('factory/L/sun/1 > s0/broken/0');
  });

  it('stacks in the order chosen', () => {
    const before = view({ phase: 'stack', pending: { factory: 1, tiles: 'YRR' } });
    const beats = tell(before, entry([{ event: 'Stacked', seat: 0, factory: 1, tiles: 'RYR' }]), view(), name);
    expect(flights(beats)).toEqual([
      'factory/1/sun/1 > factory/1/moon/0',
      'factory/1/sun/0 > factory/1/moon/1',
      'factory/1/sun/2 > factory/1/moon/2',
    ]);
  });

  it('takes a plate in hand, then lays it down', () => {
    const after = view({ phase: 'place', pending: { plate: 'YKTS', from: 'display' } });
    expect(flights(tell(view(), entry([{ event: 'PlateTaken', seat: 0, plate: 'YKTS' }]), after, name))).toEqual([
      'display/0 > s0/hand/0',
    ]);
    expect(
      flights(
        tell(after, entry([{ event: 'PlatePlaced', seat: 0, plate: 'YKTS', space: 'b2', turn: 90 }]), view(), name),
      ),
    ).toEqual(['s0/hand/0 > s0/space/b2']);
  });

  it('scores tile by tile, and waits a moment for the move of another', () => {
    const before = view();
    before.boards[1]!.lines[1] = 'RR';
    const beats = tell(
      before,
      entry(
        [
          { event: 'Tiled', seat: 1, line: 2, column: 3, tile: 'R', points: 1, across: 1, down: 1, discarded: 'R' },
          { event: 'Penalised', seat: 1, tiles: '', marker: true, penalty: 2, lost: 2 },
        ],
        1,
      ),
      view(),
      name,
    );
    expect(beats).toHaveLength(2);
    const [points, why] = beats[0]!.pops!;
    expect(points).toEqual({ at: 's1/dome/2/3', text: '+1', tone: 'gain' });
    expect(why).toMatchObject({ at: 's1/line/2', tone: 'note' });
    expect((beats[0]!.view as DuelView).boards[1]!.score).toBe(6);
    expect(flights(beats)).toContain('s1/line/2/1 > tower');
    expect(beats.at(-1)!.hold).toBeGreaterThan(500);
  });

  it('brings special tiles, and turns over the chips that are paid', () => {
    const before = view({ phase: 'pay', pending: { line: 3, paid: ['B'] } });
    Object.assign(before.boards[0]!, { chips: ['BY', 'R'], spent: ['K'], lines: ['', '', 'BB', '', '', ''] });
    const chosen = tell(before, entry([{ event: 'ChipsChosen', seat: 0, line: 3, chips: ['B', 'R'] }]), view(), name);
    expect(flights(chosen)).toEqual(['s0/chips/1 > s0/chips/paid/1']);
    const paid = tell(
      before,
      entry([
        { event: 'Paid', seat: 0, line: 3, chips: ['B'], missing: 1 },
        { event: 'Tiled', seat: 0, line: 3, column: 1, tile: 'B', points: 1, across: 1, down: 1, discarded: 'B' },
        { event: 'SpecialPlaced', seat: 0, row: 4, column: 1, points: 2 },
      ]),
      view(),
      name,
    );
    expect(paid[0]!.flights).toEqual([{ from: 's0/chips/paid/0', to: 's0/chips/spent/0', flip: true }]);
    expect(flights(paid).at(-1)).toBe('supply > s0/dome/4/1');
    expect(paid.map((beat) => beat.told)).toEqual([1, 2, undefined]);
  });

  it('turns the plate of another on its way, and leaves one that was turned in the hand', () => {
    const placed = (seat: number) =>
      tell(
        view(),
        entry([{ event: 'PlatePlaced', seat, plate: 'YKTS', space: 'b2', turn: 270 }], seat),
        view(),
        name,
      )[0]!.flights![0]!.turn;
    expect(placed(1)).toEqual([0, -90]);
    expect(placed(0)).toEqual([270, 270]);
  });
});
