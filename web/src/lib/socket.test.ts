import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TableSocket, wait, type Connection } from './socket';
import type { Down, Up } from './wire';

class Fake {
  static readonly OPEN = 1;
  static all: Fake[] = [];
  readyState = 0;
  sent: Up[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    Fake.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Up);
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(frame: Partial<Down>): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  kinds(): string[] {
    return this.sent.map((frame) => frame.kind);
  }
}

describe('the connection to a table', () => {
  let states: Connection[];
  let heard: string[];
  let version: number | null;
  let socket: TableSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Fake);
    Fake.all = [];
    states = [];
    heard = [];
    version = null;
    socket = new TableSocket('ws://x', {
      heard: (frame) => heard.push(frame.kind),
      changed: (state) => states.push(state),
      version: () => version,
    });
  });
  afterEach(() => {
    socket.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('greets with the version it has, and again after it was cut', () => {
    Fake.all[0]!.open();
    expect(Fake.all[0]!.sent[0]).toEqual({ kind: 'hello', version: null });
    version = 7;
    Fake.all[0]!.close();
    expect(states.at(-1)).toBe('lost');
    vi.advanceTimersByTime(400);
    Fake.all[1]!.open();
    expect(Fake.all[1]!.sent[0]).toEqual({ kind: 'hello', version: 7 });
  });

  it('comes to another server without a word when its own stops', () => {
    Fake.all[0]!.open();
    Fake.all[0]!.say({ kind: 'snapshot', version: 1 });
    Fake.all[0]!.close(1012);
    vi.advanceTimersByTime(200);
    Fake.all[1]!.close(); // the first to answer is the one that stops
    vi.advanceTimersByTime(600);
    Fake.all[2]!.open();
    Fake.all[2]!.say({ kind: 'pong', version: 1 });
    vi.advanceTimersByTime(5000);
    expect(states).not.toContain('lost');
    Fake.all[2]!.close();
    expect(states.at(-1)).toBe('lost');
  });

  it('says that the connection is lost where no other server answers', () => {
    Fake.all[0]!.open();
    Fake.all[0]!.say({ kind: 'snapshot', version: 1 });
    Fake.all[0]!.close(1012);
    vi.advanceTimersByTime(2900);
    expect(states).not.toContain('lost');
    vi.advanceTimersByTime(200);
    expect(states.at(-1)).toBe('lost');
  });

  it('sends an unanswered move once more, and not after its acknowledgement', () => {
    Fake.all[0]!.open();
    socket.send({ kind: 'play', version: 1, move: '1B>1', id: 'a' });
    vi.advanceTimersByTime(2600);
    expect(Fake.all[0]!.kinds().filter((kind) => kind === 'play').length).toBe(2);
    socket.send({ kind: 'play', version: 2, move: '1B>1', id: 'b' });
    Fake.all[0]!.say({ kind: 'happened', version: 3, id: 'b' });
    vi.advanceTimersByTime(2600);
    expect(Fake.all[0]!.kinds().filter((kind) => kind === 'play').length).toBe(3);
  });

  it('tells what comes in upon a move in its order, once the page has answered the touch', () => {
    Fake.all[0]!.open();
    Fake.all[0]!.say({ kind: 'snapshot', version: 1 });
    expect(heard).toEqual(['snapshot']);
    socket.send({ kind: 'play', version: 1, move: '1B>1', id: 'a' });
    Fake.all[0]!.say({ kind: 'happened', version: 2, id: 'a' });
    Fake.all[0]!.say({ kind: 'looked' });
    expect(heard).toEqual(['snapshot']);
    vi.advanceTimersByTime(200);
    expect(heard).toEqual(['snapshot', 'happened', 'looked']);
    Fake.all[0]!.say({ kind: 'ended' });
    expect(heard.at(-1)).toBe('ended');
  });

  it('takes a snapshot with the id of its move for an acknowledgement', () => {
    Fake.all[0]!.open();
    socket.send({ kind: 'play', version: 1, move: '1B>1', id: 'a' });
    Fake.all[0]!.say({ kind: 'snapshot', version: 3, id: 'a' });
    vi.advanceTimersByTime(2600);
    expect(Fake.all[0]!.kinds().filter((kind) => kind === 'play').length).toBe(1);
  });

  it('carries an unanswered move over a reconnection', () => {
    version = 1;
    Fake.all[0]!.open();
    socket.send({ kind: 'play', version: 1, move: '1B>1', id: 'a' });
    Fake.all[0]!.close();
    vi.advanceTimersByTime(400);
    Fake.all[1]!.open();
    Fake.all[1]!.say({ kind: 'pong', version: 1 });
    expect(Fake.all[1]!.kinds()).toContain('play');
  });

  it('asks again when a pong tells of more than it has', () => {
    version = 3;
    Fake.all[0]!.open();
    Fake.all[0]!.say({ kind: 'pong', version: 5 });
    expect(Fake.all[0]!.sent.at(-1)).toEqual({ kind: 'hello', version: 3 });
  });

  it('leaves a silent line', () => {
    Fake.all[0]!.open();
    vi.advanceTimersByTime(31_000);
    expect(states.at(-1)).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(Fake.all.length).toBe(2);
  });

  it('waits longer and longer, but not too long', () => {
    expect(wait(0, 1)).toBe(300);
    expect(wait(3, 1)).toBe(2400);
    expect(wait(20, 1)).toBe(15_000);
    expect(wait(3, 0)).toBe(1200);
  });
});
