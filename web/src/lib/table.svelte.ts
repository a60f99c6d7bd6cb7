// A table as this browser knows it: what the server said, folded, and what one asks of it.

import { api, socketAddress } from './api';
import { Stage, type Beat } from './motion/stage.svelte';
import { isLeaving, nameAtTable, personOf } from './names';
import { Practice } from './practice.svelte';
import { TableSocket, type Connection } from './socket';
import { Counting } from './odds/counting.svelte';
import { bell } from './sound';
import { standing, undoneBy } from './standing';
import { Talk } from './talk/talk.svelte';
import { refusalOf } from './trouble';
import type {
  Down,
  Ending,
  Explained,
  Happened,
  Hinted,
  LogEntry,
  Looked,
  Reacted,
  Refused,
  Snapshot,
  TableInfo,
  Told,
  Up,
  View,
  Waiting,
} from './wire';

/** How a game tells what happened: the beats that lead from one view to the next, or back over moves that are undone. */
export type Tell = (
  before: View,
  entry: LogEntry,
  after: View,
  name: (seat: number) => string,
  undone?: LogEntry[],
) => Beat[];

/** What a socket must do for a table; tests give one of their own. */
export interface Wire {
  send(frame: Up): void;
  close(): void;
}
type Open = (
  address: string,
  ears: { heard(frame: Down): void; changed(state: Connection): void; version(): number | null },
) => Wire;

/** Help with a decision, each saying more than the one before. */
export const STRENGTHS = ['nudge', 'idea', 'move'] as const;
const REACTION_MS = 4_000;

export class TableStore {
  readonly stage = new Stage();
  connection: Connection = $state('connecting');
  info: TableInfo | null = $state.raw(null);
  version = $state(-1);
  view: View | null = $state.raw(null);
  viewer: number | null = $state(null);
  legal: string[] = $state.raw([]);
  /** The versions of one's own decisions that can be made again. */
  backTo: number[] = $state.raw([]);
  clocks: number[] | null = $state.raw(null);
  clocksAt = $state(0);
  log: LogEntry[] = $state.raw([]);
  ending: Ending | null = $state.raw(null);
  /** What moves would do, by move; '' is the round as it stands. Forgotten with every entry. */
  looks: ReadonlyMap<string, Looked> = $state.raw(new Map());
  /** Whether the game would be over with this round, by the last answer about the round as it stands. */
  lastRound = $state(false);
  /** The help that was asked for with this decision, and what was said before it. */
  hint: Hinted | null = $state.raw(null);
  helped: readonly Told[] = $state.raw([]);
  /** What speaks for moves of bots, by the version of their entry. */
  whys: ReadonlyMap<number, Explained> = $state.raw(new Map());
  reactions: (Reacted & { key: number })[] = $state.raw([]);
  /** How far the bots are with getting ready, from 0 to 1. */
  preparing = $state(1);
  /** Why the bot to move does not think yet, if it does not. */
  waiting: Waiting | null = $state.raw(null);
  /** The move one sent and that is not answered yet. */
  sent: { move: string; version: number; id: string } | null = $state.raw(null);
  refusal = $state('');
  #tell: Tell = (_before, _entry, after) => [{ view: after }];
  /** What is still to be sent of decisions that were made at once. */
  #next: readonly string[] = [];
  #socket: Wire;
  /** What is known of the move at hand where one practises. */
  readonly practice = new Practice(
    (move) => this.#socket.send({ kind: 'judge', version: this.version, move }),
    (move) => this.#send(move),
  );
  /** What is left and what the next deal may bring. */
  readonly counting = new Counting((version) => {
    if (!this.rated) this.#socket.send({ kind: 'count', version });
  });
  /** What people here write to each other. */
  readonly talk: Talk;
  #reaction = 0;
  #backAt = -1;

  constructor(
    readonly id: string,
    readonly nameOf: (seat: number) => string = (seat) => nameAtTable(this.info?.seats ?? [], seat),
    open: Open = (address, ears) => new TableSocket(address, ears),
  ) {
    this.talk = new Talk(
      id,
      (frame) => this.#socket.send(frame),
      () => this.info,
      freshId,
    );
    this.#socket = open(socketAddress(id), {
      heard: (frame) => this.hear(frame),
      changed: (state) => (this.connection = state),
      version: () => (this.version < 0 ? null : this.version),
    });
  }

  /** The log without what was taken back. */
  stands: LogEntry[] = $derived(standing(this.log));

  /** The log as far as the story on the table has come: an entry grows by what is told of it. */
  told: LogEntry[] = $derived.by(() => {
    const { telling } = this.stage;
    if (!telling) return this.stands;
    return standing(this.log.filter(({ version }) => version <= telling.version)).map((entry) =>
      entry.version === telling.version && telling.events < entry.events.length
        ? { ...entry, events: entry.events.slice(0, telling.events) }
        : entry,
    );
  });

  /** Whether a bot plays on for somebody who sat there when an entry was made. */
  leftLater = (entry: LogEntry, seat = entry.seat): boolean =>
    this.log.some((later) => later.version > entry.version && later.seat === seat && isLeaving(later.what));

  /** Whether an entry is a bot's move, which can be asked why. */
  explains = (entry: LogEntry): boolean =>
    entry.what === 'move' &&
    entry.move !== null &&
    (!this.rated || this.ending !== null) &&
    this.info?.seats[entry.seat]?.who === 'bot' &&
    !this.leftLater(entry);

  /** How seats were called when an entry was made: whoever left later still sat there. */
  namesAt =
    (entry: LogEntry) =>
    (seat: number): string =>
      this.leftLater(entry, seat) ? personOf(this.nameOf(seat)) : this.nameOf(seat);

  /** Tell what happens as this game tells it. */
  use(tell: Tell): void {
    this.#tell = tell;
  }

  close(): void {
    this.#socket.close();
  }

  /** Whether a seat of this browser is to decide, and the table is shown as it is. */
  get myTurn(): boolean {
    return this.legal.length > 0 && this.sent === null && this.connection === 'open';
  }

  /** Whether it counts: everybody thinks for themselves then, and the server helps nobody. */
  get rated(): boolean {
    return this.info?.rated ?? false;
  }

  /** One's only seat here; null for those who have several, or none. */
  get self(): number | null {
    const mine = this.info?.mine ?? [];
    return mine.length === 1 ? mine[0]! : null;
  }

  /** Whether one may ask for advice: where nobody else plays, and everybody does not get the same deal. */
  get hints(): boolean {
    if (this.info?.daily || this.rated) return false;
    return this.info?.seats.every((seat, i) => seat.who === 'bot' || this.info?.mine.includes(i)) ?? false;
  }

  play(move: string): void {
    if (!this.legal.includes(move) || this.sent !== null) return;
    if (!this.#judges || this.practice.lets(move)) this.#send(move);
  }

  /** Whether moves are judged before they are made: where one practises and has a choice. */
  get #judges(): boolean {
    return this.practises && this.legal.length > 1;
  }

  /** Whether one is warned before blunders. */
  get practises(): boolean {
    return this.info?.practice === true && this.mayPractise;
  }

  /** Whether one may be warned before blunders: where nobody else plays and no clock runs. */
  get mayPractise(): boolean {
    const { info } = this;
    return info !== null && info.mine.length > 0 && this.hints && !info.clock && !info.lesson && !this.ending;
  }

  /** A move may be made: it is judged meanwhile. */
  consider(move: string): void {
    if (this.#judges) this.practice.consider(move);
  }

  practise = (on: boolean): void => this.#socket.send({ kind: 'practice', on });

  #send(move: string): void {
    if (!this.legal.includes(move) || this.sent !== null) return;
    this.sent = { move, version: this.version, id: freshId() };
    this.refusal = '';
    this.#socket.send({ kind: 'play', ...this.sent });
  }

  /** Decisions that were made at once, each as soon as the one before is answered. What cannot follow any more is left. */
  playAll([first, ...rest]: readonly string[]): void {
    if (first === undefined || !this.legal.includes(first) || this.sent !== null) return;
    this.play(first);
    this.#next = rest;
  }

  /** Make a decision of one's own again, the last one if none is named; once for each version of the table. */
  takeBack = (to = this.backTo.at(-1)): void => {
    if (to === undefined || !this.backTo.includes(to) || this.#backAt === this.version) return;
    this.#backAt = this.version;
    this.#socket.send({ kind: 'takeback', version: this.version, id: freshId(), to });
  };
  resign = (): void => this.#socket.send({ kind: 'resign', version: this.version, id: freshId() });
  letBotFinish = (seat: number): void =>
    this.#socket.send({ kind: 'let-bot-finish', version: this.version, id: freshId(), seat });
  react = (reaction: Reacted['reaction']): void => this.#socket.send({ kind: 'react', reaction });
  /** Ask for help of a strength; the answer lands in `hint`. */
  ask = (strength: Hinted['strength']): void => {
    if (!this.hints || !this.myTurn) return;
    this.#socket.send({ kind: 'hint', version: this.version, strength });
  };
  /** Ask for more help than one has had with this decision. */
  askMore = (): void => {
    const had = this.hint ? STRENGTHS.indexOf(this.hint.strength) : -1;
    this.ask(STRENGTHS[Math.min(had + 1, STRENGTHS.length - 1)]!);
  };
  askWhy = (version: number): void => this.#socket.send({ kind: 'explain', version });
  rematch = (): Promise<TableInfo> => api.rematch(this.id);

  /** Ask what a move would do, or with none what the round would give as it stands; the answer lands in `looks`. */
  look(move: string | null): void {
    if (this.looks.has(move ?? '') || this.version < 0 || this.sent || this.ending || this.rated) return;
    this.#socket.send({ kind: 'look', version: this.version, move });
  }

  hear(frame: Down): void {
    if (frame.kind === 'snapshot') this.#snapshot(frame);
    else if (frame.kind === 'happened') this.#happened(frame);
    else if (frame.kind === 'changed') this.#changed(frame.table);
    else if (frame.kind === 'judged' && frame.version === this.version) this.practice.hear(frame);
    else if (frame.kind === 'ended') this.ending = frame.ending;
    else if (frame.kind === 'looked' && frame.version === this.version) this.#looked(frame);
    else if (frame.kind === 'hinted' && frame.version === this.version) this.#hinted(frame);
    else if (frame.kind === 'counted') this.counting.hear(frame);
    else if (frame.kind === 'explained') this.whys = new Map(this.whys).set(frame.version, frame);
    else if (frame.kind === 'reacted') this.#reacted(frame);
    else if (frame.kind === 'preparing') this.preparing = frame.share;
    else if (frame.kind === 'waiting') this.waiting = frame;
    else if (frame.kind === 'refused') this.#refused(frame);
    else this.talk.hear(frame);
  }

  #changed(table: TableInfo): void {
    const judged = this.#judges;
    this.info = table;
    if (judged !== this.#judges) this.practice.begin(this.#judges);
  }

  /** Something was refused: perhaps the move one sent, perhaps only a look ahead beside it. */
  #refused(frame: Refused): void {
    if (this.talk.refused(frame)) return;
    if (frame.id && frame.id === this.sent?.id) {
      this.sent = null;
      this.#next = [];
    }
    if (frame.id) this.#backAt = -1;
    // one who looks ahead as the game ends is refused, and need not know
    if (frame.reason !== 'stale' && frame.reason !== 'resync' && !this.ending) this.refusal = refusalOf(frame);
  }

  #snapshot(frame: Snapshot): void {
    const { view } = frame;
    this.info = frame.table;
    this.log = frame.log;
    this.ending = frame.ending;
    this.#head(frame);
    this.view = view;
    this.#goOn();
    this.stage.set(view, frame.viewer ?? this.stage.viewer); // who gave up still looks from where they sat
  }

  #happened(frame: Happened): void {
    if (frame.version <= this.version) return;
    const entry: LogEntry = {
      version: frame.version,
      what: frame.what,
      seat: frame.seat,
      move: frame.move,
      events: frame.events,
      to: frame.to,
    };
    const after = frame.view;
    const hadTurn = this.legal.length > 0;
    const undone = undoneBy(this.log, entry);
    this.log = [...this.log, entry];
    if (entry.what === 'takeback') this.lastRound = false; // perhaps it is an earlier one now
    this.#head(frame);
    this.view = after;
    this.#goOn();
    if (this.legal.length > 0 && !hadTurn && entry.what !== 'takeback') bell();
    this.stage.add(
      () => (this.stage.view ? this.#tell(this.stage.view, entry, after, this.nameOf, undone) : [{ view: after }]),
      frame.viewer ?? this.stage.viewer,
      frame.version,
    );
  }

  #goOn(): void {
    if (this.sent !== null) return;
    const next = this.#next;
    this.#next = [];
    if (this.log.at(-1)?.what === 'move') this.playAll(next);
  }

  #head(frame: Snapshot | Happened): void {
    this.waiting = null;
    this.version = frame.version;
    this.viewer = frame.viewer;
    this.legal = frame.legal;
    this.backTo = frame.back_to;
    this.clocks = frame.clocks;
    this.clocksAt = Date.now();
    if (this.sent && this.sent.version < frame.version) this.sent = null; // a move under way is sent again until it is answered
    this.refusal = '';
    this.looks = new Map();
    this.unask();
    this.practice.begin(this.#judges);
    this.counting.forget();
  }

  #hinted(frame: Hinted): void {
    this.hint = frame;
    if (frame.told && this.helped.every(({ key }) => key !== frame.told!.key))
      this.helped = [...this.helped, frame.told];
  }

  /** Put the help away. */
  unask = (): void => {
    this.hint = null;
    this.helped = [];
  };

  #looked(frame: Looked): void {
    this.looks = new Map(this.looks).set(frame.move ?? '', frame);
    if (frame.move === null) this.lastRound = frame.last_round;
  }

  #reacted(frame: Reacted): void {
    const shown = { ...frame, key: ++this.#reaction };
    this.reactions = [...this.reactions, shown];
    setTimeout(() => (this.reactions = this.reactions.filter((one) => one !== shown)), REACTION_MS);
  }
}

function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
