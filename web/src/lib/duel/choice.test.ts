import { describe, expect, it } from 'vitest';
import {
  asked,
  begun,
  choiceOf,
  moveOf,
  NOTHING,
  open,
  parse,
  tap,
  tapSpace,
  turned,
  undone,
  type Choice,
} from './choice';
import { typed } from '../notation';

const TURN = ['LB>1', 'LB>X', '2T>3', '2T>X', 'MK>6', 'MK>X', 'plate YKTS', 'draw', 'chip 3'];

describe('notation', () => {
  it('reads every kind of move', () => {
    expect(parse('MK>6')).toEqual({ kind: 'take', source: 'M', colour: 'K', to: '6' });
    expect(parse('stack KYR')).toEqual({ kind: 'stack', tiles: 'KYR' });
    expect(parse('keep TB*Y')).toEqual({ kind: 'keep', plate: 'TB*Y' });
    expect(parse('b2@90')).toEqual({ kind: 'place', space: 'b2', turn: 90 });
    expect(parse('chip 3')).toEqual({ kind: 'chip', factory: 3 });
    expect(parse('pay TY')).toEqual({ kind: 'pay', chip: 'TY' });
    expect(parse('col 4')).toEqual({ kind: 'column', column: 4 });
    expect(parse('save')).toEqual({ kind: 'save' });
    expect(() => parse('9Z>9')).toThrow('not a move');
  });

  it('takes typed moves in any case', () => {
    expect(typed(TURN, ' mk > 6')).toBe('MK>6');
    expect(typed(TURN, 'PLATEykts')).toBe('plate YKTS');
    expect(typed(TURN, 'MK>5')).toBeNull();
  });
});

describe('what is asked', () => {
  it.each([
    [[], 'none'],
    [TURN, 'turn'],
    [['plate YKTS'], 'turn'],
    [['pass'], 'pass'],
    [['stack KY', 'stack YK'], 'stack'],
    [['draw', 'stop'], 'draw'],
    [['keep TB*Y', 'keep YKTS'], 'keep'],
    [['a1@0', 'a1@90'], 'place'],
    [['back RTY*', 'back STYB'], 'return'],
    [['pay K', 'save'], 'pay'],
    [['pay K', 'done'], 'pay'],
    [['col 3', 'col 4'], 'column'],
  ])('%j is %s', (legal, what) => expect(asked(legal)).toBe(what));
});

describe('a turn', () => {
  it('shows what is alive, and the targets of what is picked', () => {
    const before = open(TURN, NOTHING);
    expect([...before.tiles]).toEqual(['L/B', '2/T', 'M/K']);
    expect([...before.chips]).toEqual([3]);
    expect([...before.plates]).toEqual(['YKTS']);
    expect(before.pile).toBe(true);
    expect(before.targets.size).toBe(0);
    const picked = tap(NOTHING, { what: 'tiles', source: 'M', colour: 'K' });
    expect([...open(TURN, picked).targets]).toEqual(['6', 'X']);
  });

  it('is whole when a target is chosen, and can be taken back step by step', () => {
    let choice: Choice = tap(NOTHING, { what: 'tiles', source: '2', colour: 'T' });
    expect(moveOf(TURN, choice)).toBeNull();
    choice = { ...choice, target: '3' };
    expect(moveOf(TURN, choice)).toBe('2T>3');
    expect(moveOf(TURN, { ...choice, target: '4' })).toBeNull();
    choice = undone(choice);
    expect(choice.pick).not.toBeNull();
    expect(begun(undone(choice))).toBe(false);
  });

  it('puts back what is tapped twice', () => {
    const pick = { what: 'chip', factory: 3 } as const;
    expect(moveOf(TURN, tap(NOTHING, pick))).toBe('chip 3');
    expect(tap(tap(NOTHING, pick), pick)).toEqual(NOTHING);
    expect(moveOf(TURN, tap(NOTHING, { what: 'pile' }))).toBe('draw');
  });
});

describe('showing a move', () => {
  it.each(['2T>3', 'MK>X', 'plate YKTS', 'draw', 'chip 3'])('%s comes back as itself', (move) =>
    expect(moveOf(TURN, choiceOf(move))).toBe(move),
  );
  it.each([
    [['keep TB*Y', 'keep YKTS'], 'keep TB*Y'],
    [['back RTY*', 'back STYB'], 'back STYB'],
    [['a1@0', 'b2@270'], 'b2@270'],
    [['col 3', 'col 4'], 'col 4'],
    [['stack YRY', 'stack RYY'], 'stack YRY'],
  ])('of %j, %s too', (legal, move) => expect(moveOf(legal, choiceOf(move, 'YYR'), 'YYR')).toBe(move));
});

describe('smaller decisions', () => {
  it('turns a plate where it lies', () => {
    const legal = ['b2@0', 'b2@90', 'a1@90'];
    let choice = tapSpace(NOTHING, 'b2');
    expect(moveOf(legal, choice)).toBe('b2@0');
    choice = tapSpace(choice, 'b2');
    expect(moveOf(legal, choice)).toBe('b2@90');
    choice = tapSpace(choice, 'a1');
    expect(moveOf(legal, choice)).toBe('a1@90');
    expect(turned(NOTHING, -90).turn).toBe(270);
  });

  it('orders a stack', () => {
    const legal = ['stack KYR', 'stack YKR'];
    const choice: Choice = { ...NOTHING, stack: [1, 0, null] };
    expect(moveOf(legal, choice, 'KYR')).toBeNull();
    expect(moveOf(legal, { ...choice, stack: [1, 0, 2] }, 'KYR')).toBe('stack YKR');
    expect(undone({ ...choice, stack: [1, 0, 2] }).stack).toEqual([1, 0, null]);
  });

  it('pays what is picked, or keeps', () => {
    const legal = ['pay K', 'pay TY', 'save'];
    expect(moveOf(legal, NOTHING)).toBeNull();
    expect(moveOf(legal, { ...NOTHING, pick: { what: 'keep' } })).toBe('save');
    expect(moveOf(legal, { ...NOTHING, pick: { what: 'payment', chips: ['K', 'K'], moves: ['pay K', 'done'] } })).toBe(
      'pay K',
    );
    expect(moveOf(['done', 'pay TY'], { ...NOTHING, pick: { what: 'keep' } })).toBeNull();
  });

  it('needs a column', () => {
    expect(moveOf(['col 3', 'col 4'], NOTHING)).toBeNull();
    expect(moveOf(['col 3', 'col 4'], { ...NOTHING, target: '4' })).toBe('col 4');
    expect(moveOf(['draw', 'stop'], NOTHING)).toBe('stop');
    expect(moveOf(['pass'], NOTHING)).toBe('pass');
  });
});
