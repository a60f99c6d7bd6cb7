import { describe, expect, it } from 'vitest';
import { emptySlots, lay, lift, loose, put } from './stack';

describe('ordering a stack', () => {
  it('lays tiles from the bottom; the last finds its place by itself', () => {
    let slots = emptySlots('KYR');
    slots = lay('KYR', slots, 2);
    expect(slots).toEqual([2, null, null]);
    expect(loose('KYR', slots)).toEqual([0, 1]);
    expect(lay('KYR', slots, 0)).toEqual([2, 0, 1]);
    expect(lay('KYR', slots, 2)).toEqual(slots);
  });

  it('does not ask for an order of equal tiles', () => {
    expect(lay('YYR', emptySlots('YYR'), 2)).toEqual([2, 0, 1]);
    expect(lay('YYR', emptySlots('YYR'), 0)).toEqual([0, null, null]);
  });

  it('lets a tile sink when one below is lifted', () => {
    expect(lift([2, 0, 1], 0)).toEqual([0, 1, null]);
  });

  it('drops a dragged tile into a slot, changing places', () => {
    expect(put('KYR', [2, 0, 1], 1, 0)).toEqual([1, 0, 2]);
    expect(put('KYR', [null, null, null], 1, 2)).toEqual([null, null, 1]);
    expect(put('KYR', [0, null, null], 1, 0)).toEqual([1, null, null]);
  });
});
