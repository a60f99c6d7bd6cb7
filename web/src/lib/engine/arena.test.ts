// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { Arena } from './arena';
import { EngineError } from './error';

const arena = (maximum = 10) => new Arena(new WebAssembly.Memory({ initial: 1, maximum }), 1000);

describe('the memory of a module', () => {
  it('gives rooms that begin a line and do not overlap', () => {
    const rooms = arena();
    const [first, second] = [rooms.take(10), rooms.take(100)];
    expect([first, second, rooms.top]).toEqual([1024, 1088, 1216]);
  });

  it('grows, and has its views made anew', () => {
    const rooms = arena();
    const before = rooms.view;
    const at = rooms.take(200_000);
    expect(rooms.memory.buffer.byteLength).toBe(4 * 65_536);
    expect(() => before.getInt8(0)).toThrow(TypeError);
    rooms.floats(at + 199_984, 1).set([2.5]);
    expect(rooms.view.getFloat32(at + 199_984, true)).toBe(2.5);
    expect(rooms.view).toBe(rooms.view);
  });

  it('says so when there is none left', () => {
    const rooms = arena(2);
    expect(() => rooms.take(1_000_000)).toThrow(EngineError);
    expect(rooms.take(1)).toBe(1024);
  });

  it('takes rooms back, also after an error, and leaves zeros', () => {
    const rooms = arena();
    const work = () => {
      rooms.bytes(rooms.take(100), 100).fill(7);
      throw new EngineError('no');
    };
    expect(() => rooms.during(work)).toThrow('no');
    expect(rooms.top).toBe(1024);
    expect([...rooms.bytes(1024, 128)]).toEqual(Array(128).fill(0));
  });
});
