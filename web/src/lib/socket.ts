// A connection to a table that mends itself. It says hello with the version one has, sends a move that nobody has
// acknowledged once more, and notices by the server's pongs when a frame was lost. What comes while the page still answers the
// touch that sent a move waits for that frame: drawing the table anew would make both late.

import { afterPaint } from './paint';
import type { Down, Up } from './wire';

type Move = Extract<Up, { id: string; version: number }>;
export type Connection = 'connecting' | 'open' | 'lost';

export interface Ears {
  heard(frame: Down): void;
  changed(connection: Connection): void;
  /** The version one has, for the hello; null asks for everything. */
  version(): number | null;
}

const PING_MS = 10_000;
const SILENCE_MS = 25_000;
const RESEND_MS = 2_500;
const MOST_WAIT_MS = 15_000;
/** How a server says that it stops for another to go on; so long nobody hears of it, if that one answers meanwhile. */
const RESTART = 1012;
const UNSEEN_MS = 3_000;
const AT_ONCE_MS = 200;

export class TableSocket {
  #socket: WebSocket | null = null;
  #unanswered: Move | null = null;
  /** What came in and waits for the page to be painted. */
  #held: string[] | null = null;
  #attempt = 0;
  #closed = false;
  #lastHeard = 0;
  /** While another server takes over unseen: when it is said after all that the connection is lost. */
  #unseen: ReturnType<typeof setTimeout> | null = null;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #wake = () => this.#socket === null && this.#again(0);
  #sleep = () => this.#drop();
  #attend = () => this.#write({ kind: 'attend', looking: !document.hidden });

  constructor(
    private readonly address: string,
    private readonly ears: Ears,
  ) {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#sleep);
    document.addEventListener('visibilitychange', this.#attend);
    this.#connect();
  }

  send(frame: Up): void {
    if ('id' in frame && 'version' in frame) {
      this.#unanswered = frame;
      this.#later(RESEND_MS, () => this.#resend(frame));
      this.#hold();
    }
    this.#write(frame);
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#sleep);
    document.removeEventListener('visibilitychange', this.#attend);
    this.#timers.forEach(clearTimeout);
    this.#seen();
    this.#socket?.close();
  }

  #connect(): void {
    if (this.#closed) return;
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
    const socket = (this.#socket = new WebSocket(this.address));
    socket.onopen = () => {
      this.#lastHeard = Date.now();
      this.#write({ kind: 'hello', version: this.ears.version() });
      if (document.hidden) this.#attend();
      this.#beat();
    };
    socket.onmessage = ({ data }) => this.#receive(data as string);
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      const handedOver = code === RESTART && !this.#attempt;
      if (handedOver) this.#unseen ??= setTimeout(() => this.#lose(), UNSEEN_MS);
      if (!this.#unseen) this.#lose();
      this.#again(handedOver ? Math.random() * AT_ONCE_MS : wait(this.#attempt));
      this.#attempt++;
    };
  }

  /** Say that the connection is lost. */
  #lose(): void {
    this.#seen();
    this.ears.changed('lost');
  }

  /** What is lost now is said at once. */
  #seen(): void {
    if (this.#unseen) clearTimeout(this.#unseen);
    this.#unseen = null;
  }

  #hold(): void {
    if (this.#held) return;
    this.#held = [];
    afterPaint(() => {
      const held = this.#held ?? [];
      this.#held = null;
      held.forEach((message) => this.#receive(message));
    });
  }

  #receive(message: string): void {
    if (this.#closed) return;
    if (this.#held) this.#held.push(message);
    else this.#hear(JSON.parse(message) as Down);
  }

  #hear(frame: Down): void {
    this.#lastHeard = Date.now();
    if (this.#attempt || frame.kind === 'snapshot') this.#attempt = 0;
    if (frame.kind === 'snapshot' || frame.kind === 'pong' || frame.kind === 'happened') {
      this.#seen();
      this.ears.changed('open');
    }
    if ('id' in frame && frame.id && frame.id === this.#unanswered?.id) this.#unanswered = null;
    this.ears.heard(frame);
    const have = this.ears.version();
    if (frame.kind === 'pong' && have !== null && frame.version > have) this.#write({ kind: 'hello', version: have });
    if (frame.kind === 'pong' && this.#unanswered && frame.version === this.#unanswered.version)
      this.#write(this.#unanswered);
  }

  #resend(frame: Move): void {
    if (this.#unanswered === frame) this.#write(frame);
  }

  #beat(): void {
    this.#later(PING_MS, () => {
      if (Date.now() - this.#lastHeard > SILENCE_MS) return this.#drop();
      this.#write({ kind: 'ping' });
      this.#beat();
    });
    // a first ping at once: its pong says that the table is whole, and carries an unanswered move over a reconnection
    this.#write({ kind: 'ping' });
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lose();
    this.#again(wait(this.#attempt++));
  }

  #again(ms: number): void {
    this.#later(ms, () => this.#connect());
  }

  #later(ms: number, what: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      what();
    }, ms);
    this.#timers.add(timer);
  }

  #write(frame: Up): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

/** Longer after every failure, with jitter so that a restarted server is not stormed. */
export function wait(attempt: number, random = Math.random()): number {
  return Math.min(MOST_WAIT_MS, 300 * 2 ** attempt) * (0.5 + random / 2);
}
