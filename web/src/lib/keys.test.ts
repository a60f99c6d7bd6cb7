import { expect, it } from 'vitest';
import { nearest } from './keys';

it('moves to the nearest point in the direction of the arrow', () => {
  const points = [
    { x: 10, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 50 },
    { x: -20, y: 5 },
  ];
  const here = { x: 0, y: 0 };
  expect(nearest(here, points, [1, 0])).toBe(0);
  expect(nearest(here, points, [0, 1])).toBe(2);
  expect(nearest(here, points, [-1, 0])).toBe(3);
  expect(nearest(here, points, [0, -1])).toBe(-1);
});
