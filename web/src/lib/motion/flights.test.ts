import { describe, expect, it } from 'vitest';
import { onward, quarters, reversed } from './flights';

describe('turning', () => {
  it('goes on by the shorter way', () => {
    expect(onward(270, 0)).toBe(360);
    expect(onward(360, 270)).toBe(270);
    expect(onward(0, 270)).toBe(-90);
    expect(onward(-90, 180)).toBe(-180);
    expect(onward(720, 0)).toBe(720);
  });

  it('turns in quarter steps, each at rest on its whole quarter', () => {
    expect([0, 0.5, 1].map((s) => quarters([0, 180], s))).toEqual([0, 90, 180]);
    expect(quarters([0, -90], 1)).toBe(-90);
    expect(quarters([90, 90], 0.4)).toBe(90);
    const slow = quarters([0, 180], 0.55) - quarters([0, 180], 0.5);
    const fast = quarters([0, 180], 0.3) - quarters([0, 180], 0.25);
    expect(slow).toBeLessThan(fast / 3);
  });
});

describe('the way back', () => {
  it('goes from where a piece lies in the end to where it set out, the last first', () => {
    const flights = [
      { from: 'factory/1/0', to: 'centre/0', look: 'tile-B' },
      { from: 'factory/1/1', to: 's0/line/1/0', look: 'tile-R' },
      { from: 'centre/0', to: 's1/line/2/0', look: 'tile-B' },
    ];
    expect(reversed(flights)).toMatchObject([
      { from: 's1/line/2/0', to: 'factory/1/0', look: 'tile-B' },
      { from: 's0/line/1/0', to: 'factory/1/1', look: 'tile-R' },
    ]);
  });

  it('leaves out what has come back by itself', () => {
    expect(
      reversed([
        { from: 'centre/1', to: 'centre/0', look: 'tile-B', arc: 0 },
        { from: 'centre/0', to: 'centre/1', look: 'tile-B', arc: 0 },
      ]),
    ).toEqual([]);
  });
});
