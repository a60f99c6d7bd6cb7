// What people at a table write to each other, as this browser knows it; what was read is kept here, and nothing of that leaves it.

import type { Chat, ChatLine, Down, Refused, TableInfo, Up } from '../wire';

const KEY = 'tessela.read';
const MOST_TABLES = 40; // for which this browser remembers how far one has read

export class Talk {
  lines: ChatLine[] = $state.raw([]);
  muted: number[] = $state.raw([]);
  /** Whether the panel is there. */
  open = $state(false);
  refusal: Refused | null = $state.raw(null);
  /** What one has sent and is not answered yet. */
  sent: { text: string; id: string } | null = $state.raw(null);
  #read = $state(0);

  constructor(
    readonly id: string,
    private readonly send: (frame: Up) => void,
    private readonly info: () => TableInfo | null,
    private readonly freshId: () => string,
  ) {
    this.#read = readUpTo()[id] ?? 0;
  }

  /** The seats of others who can read. */
  get others(): number[] {
    const { seats = [], mine = [] } = this.info() ?? {};
    const people = seats.flatMap((seat, i) => (seat.who === 'person' && !seat.program ? [i] : []));
    return mine.length && this.info()?.status !== 'waiting' ? people.filter((seat) => !mine.includes(seat)) : [];
  }

  /** Whether one has switched the chat on. */
  get agreed(): boolean {
    const { seats = [], mine = [] } = this.info() ?? {};
    return mine.some((seat) => seats[seat]?.talks);
  }

  /** The others who have not. */
  get missing(): number[] {
    return this.others.filter((seat) => !this.info()?.seats[seat]?.talks);
  }

  /** Whether one can write now. */
  get on(): boolean {
    return this.others.length > 0 && this.agreed && this.missing.length === 0;
  }

  /** Whether there is anything to be shown: somebody would like to talk, or has. */
  get stirs(): boolean {
    const wished = this.agreed || this.missing.length < this.others.length;
    return this.others.length > 0 && (wished || this.lines.length > 0);
  }

  /** What others wrote that one has not read. */
  get unread(): ChatLine[] {
    return this.lines.filter(({ place, seat }) => place > this.#read && !this.info()?.mine.includes(seat));
  }

  /** Whether the others wait for one to switch it on. */
  get asked(): boolean {
    return !this.agreed && this.missing.length < this.others.length;
  }

  agree = (on: boolean): void => {
    this.refusal = null;
    this.send({ kind: 'talk', on });
  };

  say = (text: string): void => {
    this.refusal = null;
    this.sent = { text, id: this.freshId() };
    this.send({ kind: 'say', ...this.sent });
  };

  mute = (seat: number): void => this.send({ kind: 'mute', seat, on: !this.muted.includes(seat) });

  toggle = (): void => void (this.open = !this.open);

  /** What was written up to now has been read. */
  seen(): void {
    const last = this.lines.at(-1)?.place ?? 0;
    if (last > this.#read) keepRead(this.id, (this.#read = last));
  }

  hear(frame: Down): void {
    if (frame.kind === 'chat') this.#whole(frame);
    else if (frame.kind === 'said') this.#add(frame.line);
  }

  /** Whether it was something of the chat that the server refused. */
  refused(frame: Refused): boolean {
    const ours = frame.reason === 'no-chat' || frame.reason === 'strangers' || (frame.id && frame.id === this.sent?.id);
    if (!ours) return false;
    this.refusal = frame;
    this.sent = null;
    return true;
  }

  /** All of it; what was sent and is not there is sent again, under its id. */
  #whole({ lines, muted }: Chat): void {
    const last = lines.at(-1)?.place ?? 0;
    this.lines = [...lines, ...this.lines.filter(({ place, seat }) => place > last && !muted.includes(seat))];
    this.muted = muted;
    if (this.open) this.seen();
    if (lines.some(({ id }) => id && id === this.sent?.id)) this.sent = null;
    else if (this.sent) this.send({ kind: 'say', ...this.sent });
  }

  #add(line: ChatLine): void {
    if (!this.lines.some(({ place }) => place === line.place))
      this.lines = [...this.lines, line].sort((a, b) => a.place - b.place);
    if (line.id && line.id === this.sent?.id) this.sent = null;
    if (this.open) this.seen();
  }
}

function readUpTo(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function keepRead(id: string, place: number): void {
  const others = Object.entries(readUpTo()).filter(([table]) => table !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST_TABLES), [id, place]])));
  } catch {
    // a browser that keeps nothing: it is new again with the next visit
  }
}
