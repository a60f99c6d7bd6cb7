import { describe, expect, it } from 'vitest';
import { onward, quarters } from './flights';

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
