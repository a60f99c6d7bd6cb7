// A finished game on the table: which position is shown, and what leads from one to the next. The table is fed as a server
// would feed it: with a snapshot for a jump, with what happened for a step, so that steps are told with motion.

import { nameAtTable } from '../names';
import { settings } from '../settings.svelte';
import { TableStore } from '../table.svelte';
import type { LogEntry, Replay, ReviewedMove, Reviewing, TableInfo, View } from '../wire';
import { api } from '../api';
import { clamp, roundAt, roundJump, roundsOf, scoresOf, viewsOf } from './timeline';
import type { Command } from './keys';

export const PACES = [0.5, 1, 2, 4] as const;
/** Milliseconds between two moves that play by themselves: to read on, and longer where nothing moves. */
const PAUSE = 520;
const STILL_PAUSE = 1100;

export class Player {
  readonly table: TableStore;
  readonly views: View[];
  readonly scores: number[][];
  readonly lines: LogEntry[];
  readonly rounds;
  readonly last: number;
  ply = $state(0);
  playing = $state(false);
  pace: number = $state(1);
  /** The game in hindsight, once somebody asked for it. */
  review: Reviewing | null = $state.raw(null);
  reviewing: 'no' | 'busy' | 'failed' = $state('no');
  /** The position from which somebody wants to play on. */
  from: number | null = $state(null);
  #seat: number;
  #info: TableInfo;

  /** `known` is the table of this game where one sat at it: it knows which seat was one's own. */
  constructor(
    readonly replay: Replay,
    known?: TableInfo,
  ) {
    this.views = viewsOf(replay);
    this.scores = scoresOf(replay, this.views);
    this.rounds = roundsOf(this.views);
    this.last = replay.frames.length;
    this.lines = replay.frames.map(({ ply, seat, move, events }) => ({
      version: ply,
      what: 'move',
      seat,
      move,
      events,
    }));
    this.#info = infoOf(replay, known);
    this.#seat = known?.mine[0] ?? 0;
    this.table = new TableStore(
      replay.id,
      (seat) => nameAtTable(this.#info.seats, seat),
      () => ({ send: () => undefined, close: () => undefined }),
    );
    this.#show();
  }

  name = (seat: number): string => this.table.nameOf(seat);

  get round(): number {
    return roundAt(this.rounds, this.ply)?.round ?? 0;
  }

  get atEnd(): boolean {
    return this.ply >= this.last;
  }

  /** The pause before the next move plays by itself. */
  get pause(): number {
    return (settings.speed === 0 ? STILL_PAUSE : PAUSE) / this.pace;
  }

  /** Show a position at once. */
  jump = (ply: number): void => {
    this.ply = clamp(ply, this.last);
    this.#show();
  };

  /** The next move, with motion; or the one before, without. */
  step(by: 1 | -1): void {
    if (by < 0 || this.atEnd) return this.jump(this.ply + by);
    if (this.table.stage.playing) this.#show();
    this.ply += 1;
    this.table.stage.pace = this.playing ? this.pace : 1;
    const { seat, move, events, view } = this.replay.frames[this.ply - 1]!;
    const to_move = this.views[this.ply]!.to_move;
    this.table.hear({
      kind: 'happened',
      version: this.ply,
      what: 'move',
      seat,
      move,
      events,
      viewer: this.#seat,
      view,
      to_move,
      legal: [],
      back_to: [],
      clocks: null,
      id: null,
    });
    if (this.atEnd && this.replay.ending)
      this.table.hear({ kind: 'ended', version: this.ply, ending: this.replay.ending });
  }

  /** Let the moves play by themselves, from the beginning if the end is shown; or stop. */
  toggle = (): void => {
    if (!this.playing && this.atEnd) this.jump(0);
    this.playing = !this.playing && this.last > 0;
  };

  quicken = (): void => {
    this.pace = PACES[(PACES.indexOf(this.pace as (typeof PACES)[number]) + 1) % PACES.length]!;
  };

  get turns(): readonly number[] {
    return this.review?.turning_points ?? [];
  }

  /** The move that led here, in hindsight. */
  get judged(): ReviewedMove | undefined {
    return this.review?.moves.find((move) => move.ply === this.ply);
  }

  /** Ask what every move gave away; the server thinks about it for some seconds. */
  askReview = async (): Promise<void> => {
    if (this.review || this.reviewing === 'busy') return;
    this.reviewing = 'busy';
    try {
      this.review = await api.review(this.replay.id);
      this.reviewing = 'no';
    } catch {
      this.reviewing = 'failed';
    }
  };

  /** To the next turning point, and from the last to the first. */
  nextTurn = (): void => {
    const inOrder = [...this.turns].sort((a, b) => a - b);
    this.playing = false;
    this.jump(inOrder.find((ply) => ply > this.ply) ?? inOrder[0] ?? this.ply);
  };

  /** Whether one can play on from what is shown: not where the game is over. */
  get goesOn(): boolean {
    return this.views[this.ply]!.to_move !== null;
  }

  /** Ask how to play on from a position. */
  playFrom = (ply: number): void => {
    this.playing = false;
    this.from = ply;
  };

  /** Look from the next seat. */
  turn = (): void => {
    this.#seat = (this.#seat + 1) % this.replay.seats.length;
    this.#show();
  };

  obey = (command: Command): void => {
    if (command === 'toggle') return this.toggle();
    this.playing = false;
    if (command === 'forward') this.step(1);
    else if (command === 'back') this.step(-1);
    else if (command === 'first') this.jump(0);
    else if (command === 'last') this.jump(this.last);
    else this.jump(roundJump(this.rounds, this.ply, this.last, command === 'roundBack' ? -1 : 1));
  };

  #show(): void {
    this.table.hear({
      kind: 'snapshot',
      version: this.ply,
      table: this.#info,
      viewer: this.#seat,
      view: this.views[this.ply]!,
      legal: [],
      back_to: [],
      clocks: null,
      log: [],
      ending: this.atEnd ? this.replay.ending : null,
    });
  }
}

/** The table of a replay: nobody sits there any more. */
function infoOf(replay: Replay, known?: TableInfo): TableInfo {
  const seats = replay.seats.map((name, seat) => ({
    who: 'bot' as const,
    name,
    level: replay.levels[seat] ?? null,
    present: true,
  }));
  return {
    id: replay.id,
    game: replay.game,
    options: replay.options,
    seats,
    status: 'over',
    clock: null,
    listed: false,
    created: known?.created ?? '',
    to_move: null,
    round: 0,
    scores: replay.ending?.scores ?? [],
    mine: [],
    invitation: null,
    seat_link: null,
    rematch: null,
    lesson: null,
    watchers: 0,
  };
}
