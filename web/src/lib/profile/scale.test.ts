import { expect, it } from 'vitest';
import { scaled } from './scale';

it('has a few round rules around every course of values', () => {
  for (const values of [[1200], [1200, 1240], [800, 1084], [1500, 1499.6], [0, 100], [63.2, 64.1, 88], [-80, 2600]]) {
    const { rules, points } = scaled(values);
    expect(rules.length).toBeGreaterThan(1);
    expect(rules.length).toBeLessThan(6);
    for (const { y } of points) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(1);
    }
    expect(points.at(-1)!.x).toBe(1);
  }
});

it('draws what is more above what is less', () => {
  const [first, second] = scaled([900, 950]).points;
  expect(second!.y).toBeLessThan(first!.y);
  expect(scaled([900, 950]).rules.map(({ value }) => value)).toEqual([900, 920, 940, 960]);
});
