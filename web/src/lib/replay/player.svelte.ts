// A finished game on the table: which position is shown, and what leads from one to the next. The table is fed as a server
// would feed it: with a snapshot for a jump, with what happened for a step, so that steps are told with motion.

import { nameAtTable } from '../names';
import { settings } from '../settings.svelte';
import { TableStore } from '../table.svelte';
import type { Ending, Foreseen, Frame, LogEntry, MoveJudgement, Replay, TableInfo, View } from '../wire';
import { api } from '../api';
import { Trial, wireTo } from '../coach/trial.svelte';
import { Review } from './review.svelte';
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
  readonly review: Review;
  /** The seat of whoever looks, where one of them was theirs. */
  readonly mine: number | null;
  ply = $state(0);
  playing = $state(false);
  pace: number = $state(1);
  /** Which of the two moves are drawn: the one that was played, the better one. */
  drawn = $state({ played: true, better: true });
  /** The moves that a better one leads to, and how many of them are shown. */
  line: { frames: Frame[]; at: number } | null = $state.raw(null);
  /** The position is handed over: whoever looks tries to find a better move. */
  trial: Trial | null = $state.raw(null);
  /** The position from which somebody wants to play on. */
  from: number | null = $state(null);
  /** What was asked for could not be had. */
  failed = $state(false);
  #seat = $state(0);
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
    this.review = new Review(replay.id);
    this.#info = infoOf(replay, known);
    this.mine = known?.mine[0] ?? null;
    this.#seat = this.mine ?? 0;
    this.table = new TableStore(
      replay.id,
      (seat) => nameAtTable(this.#info.seats, seat),
      () =>
        wireTo((frame) => {
          if (frame.kind === 'count') void this.#count(frame.version);
          else this.trial?.hear(frame, this.table, this.#tried);
        }),
    );
    this.#show();
  }

  name = (seat: number): string => this.table.nameOf(seat);
  /** How the line of a seat is drawn: one's own first. */
  hue = (seat: number): number => (seat - (this.mine ?? 0) + this.replay.seats.length) % this.replay.seats.length;

  get round(): number {
    return roundAt(this.rounds, this.ply)?.round ?? 0;
  }

  get atEnd(): boolean {
    return this.ply >= this.last;
  }

  /** The move that is about to be made, none at the end. */
  get next(): Frame | undefined {
    return this.replay.frames[this.ply];
  }

  /** The same in hindsight. */
  get judged(): MoveJudgement | undefined {
    return this.review.of(this.ply + 1);
  }

  /** The pause before the next move plays by itself. */
  get pause(): number {
    return (settings.speed === 0 ? STILL_PAUSE : PAUSE) / this.pace;
  }

  /** Show a position at once. */
  jump = (ply: number): void => {
    this.ply = clamp(ply, this.last);
    this.#leave();
    this.#show();
  };

  /** The next move, with motion; or the one before, without. */
  step(by: 1 | -1): void {
    if (this.line || this.trial) this.jump(this.ply);
    if (by < 0 || this.atEnd) return this.jump(this.ply + by);
    if (this.table.stage.playing) this.#show();
    this.ply += 1;
    this.table.stage.pace = this.playing ? this.pace : 1;
    this.#tell(this.replay.frames[this.ply - 1]!, this.ply);
    if (this.atEnd && this.replay.ending)
      this.table.hear({ kind: 'ended', version: this.ply, ending: this.replay.ending });
  }

  #tell({ seat, move, events, view }: Frame, version: number): void {
    this.table.hear({
      kind: 'happened',
      version,
      what: 'move',
      seat,
      move,
      events,
      viewer: this.#seat,
      view,
      to_move: view.to_move,
      legal: [],
      back_to: [],
      clocks: null,
      id: null,
    });
  }

  /** Let the moves play by themselves, from the beginning if the end is shown; or stop. */
  toggle = (): void => {
    if (this.line || this.trial || (!this.playing && this.atEnd)) this.jump(this.atEnd ? 0 : this.ply);
    this.playing = !this.playing && this.last > 0;
  };

  quicken = (): void => {
    this.pace = PACES[(PACES.indexOf(this.pace as (typeof PACES)[number]) + 1) % PACES.length]!;
  };

  /** To the position before the next of some moves, and from the last of them to the first. */
  #toNext(plies: readonly number[]): void {
    this.playing = false;
    const inOrder = [...plies].sort((a, b) => a - b);
    const next = inOrder.find((ply) => ply > this.ply + 1) ?? inOrder[0];
    if (next !== undefined) this.jump(next - 1);
  }
  /** One's own mistakes, or those of everybody where nobody played who looks. */
  get mistakes(): number[] {
    return this.review.mistakes(this.mine);
  }
  nextMistake = (): void => this.#toNext(this.mistakes);
  nextTurn = (): void => this.#toNext(this.review.turns);

  /** Follow the moves that the better one leads to. */
  follow = async (): Promise<void> => {
    const { judged, ply } = this;
    if (!judged?.better) return;
    const moves = judged.better.line;
    await this.#ask(async () => {
      const frames = await api.lineAt(this.replay.id, { ply, moves });
      if (this.ply !== ply) return;
      this.#leave();
      this.line = { frames, at: 0 };
      this.stepLine(1);
    });
  };
  stepLine = (by: 1 | -1): void => {
    const { line } = this;
    if (!line) return;
    const at = clamp(line.at + by, line.frames.length);
    this.line = { ...line, at };
    if (by > 0 && at > line.at) this.#tell(line.frames[at - 1]!, this.table.version + 1);
    else this.#lay(at ? line.frames[at - 1]!.view : this.views[this.ply]!);
  };

  /** What the moves would do that are drawn at the position that is shown, as soon as the server has told it. */
  seen: ReadonlyMap<string, Foreseen> = $state.raw(new Map());
  #seenAt = -1;
  /** Ask what some moves would do at the position that is shown. */
  look = async (moves: string[]): Promise<void> => {
    const { ply } = this;
    if (this.#seenAt !== ply) [this.seen, this.#seenAt] = [new Map(), ply];
    const asked = moves.filter((move) => !this.seen.has(move));
    if (!asked.length) return;
    try {
      const seen = await api.lookAt(this.replay.id, { ply, moves: asked });
      if (this.ply === ply) this.seen = new Map([...this.seen, ...asked.map((move, i) => [move, seen[i]!] as const)]);
    } catch {
      // the move is told in words
    }
  };

  /** Count the odds of the position that is shown, with the eyes of the seat that is; of a line that was never played there are none. */
  async #count(version: number): Promise<void> {
    try {
      if (this.line) throw new Error('nobody has played this');
      const odds = await api.oddsAt(this.replay.id, { ply: this.ply, seat: this.table.viewer ?? this.#seat });
      this.table.hear({ kind: 'counted', version, odds });
    } catch {
      this.table.counting.found = null; // what is left is seen all the same
    }
  }

  /** Hand the position over. */
  find = async (): Promise<void> => {
    const { ply } = this;
    this.playing = false;
    await this.#ask(async () => {
      const { id } = this.replay;
      const position = await api.position(id, ply);
      if (this.ply !== ply) return;
      this.#leave();
      this.table.counting.close();
      this.trial = new Trial(position, {
        look: async (move) => (await api.lookAt(id, { ply, moves: [move] }))[0]!,
        attempt: (move) => api.tryAt(id, { ply, move }),
      });
      this.trial.lay(this.table, this.#info);
    });
  };
  #tried = (): void => this.trial?.lay(this.table, this.#info);

  /** Back to what was played. */
  back = (): void => this.jump(this.ply);

  async #ask(work: () => Promise<void>): Promise<void> {
    this.failed = false;
    try {
      await work();
    } catch {
      this.failed = true;
    }
  }
  #leave(): void {
    this.line = null;
    this.trial = null;
    this.failed = false;
  }

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
    this.jump(this.ply);
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
    this.#lay(this.views[this.ply]!, this.ply, this.atEnd ? this.replay.ending : null);
  }

  #lay(view: View, version = this.table.version, ending: Ending | null = null): void {
    this.table.hear({
      kind: 'snapshot',
      version,
      table: this.#info,
      viewer: this.#seat,
      view,
      legal: [],
      back_to: [],
      clocks: null,
      log: [],
      ending,
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
