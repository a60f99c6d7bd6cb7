// A first game under way: the table of its part, what has been learnt, what the coach says. It is kept in this browser, so that one
// can leave and come back.

import { api } from '../api';
import type { GameName } from '../games';
import { TableStore } from '../table.svelte';
import type { LogEntry, View } from '../wire';
import { keepLesson, keptLesson, type Kept } from './kept';
import { advise, number, pending, type Advice, type Lesson, type Part, type Scene } from './coach';

export type Game = GameName;

/** A table where the coach looks at every move before it is made. */
export class LessonTable extends TableStore {
  judge: (move: string) => boolean = () => true;
  /** Whether the coach leaves the choice free; else it shows the way, and a hint might contradict. */
  free: () => boolean = () => false;

  override get hints(): boolean {
    return this.free() && super.hints;
  }

  override play(move: string): void {
    if (this.legal.includes(move) && this.judge(move)) super.play(move);
  }
}

export class Session {
  table: LessonTable | null = $state.raw(null);
  part = $state(0);
  done: string[] = $state.raw([]);
  /** The lesson whose move was made last: its word of praise stands above the next one. */
  learnt: Lesson | null = $state.raw(null);
  /** Whether the last try did not fit. */
  wrong = $state(false);
  /** Whether a table is being laid. */
  beginning = $state(false);
  trouble = $state('');
  #closed = false;
  /** What had happened when the table was last still: the coach does not run ahead of the story. */
  #told: readonly LogEntry[] = [];

  constructor(
    readonly game: Game,
    readonly parts: Part[],
  ) {}

  scene: Scene | null = $derived.by(() => {
    const table = this.table;
    if (!table?.view) return null;
    const quiet = !table.stage.playing && table.sent === null;
    if (quiet) this.#told = table.log;
    return {
      view: (quiet ? table.view : table.stage.view) as View,
      seat: table.viewer ?? 0,
      legal: quiet ? table.legal : [],
      log: this.#told,
      over: quiet && table.ending !== null,
    };
  });
  advice: Advice | null = $derived.by(() =>
    this.scene ? advise(this.parts[this.part]!, this.done, this.scene) : null,
  );
  /** How far one is, of all lessons of the course. */
  step = $derived.by(() => {
    const part = this.parts[this.part]!;
    const before = number(this.parts.slice(0, this.part).flatMap(({ lessons }) => lessons));
    const left = this.scene ? pending(part, this.done, this.scene) : part.lessons;
    const here = number(part.lessons) - number(left) + (left[0] && !left[0].same ? 1 : 0);
    return { n: Math.max(1, Math.min(before + here, this.total)), of: this.total };
  });

  get total(): number {
    return number(this.parts.flatMap(({ lessons }) => lessons));
  }
  get last(): boolean {
    return this.part === this.parts.length - 1;
  }

  /** Go on where one was, or begin. */
  async open(): Promise<void> {
    const kept = this.#read();
    const info = kept ? await api.table(kept.table).catch(() => null) : null;
    if (kept && info?.mine.length) this.#sit(kept);
    else await this.begin(0);
  }

  /** Begin a part at a table of its own; who asks twice gets one. */
  async begin(part: number): Promise<void> {
    if (this.beginning) return;
    this.beginning = true;
    try {
      const info = await api.lesson(this.parts[part]!.table);
      this.learnt = null;
      this.#sit({ part, table: info.id, done: [] });
    } catch {
      this.trouble = 'home.noServer';
    } finally {
      this.beginning = false;
    }
  }

  close(): void {
    this.#closed = true;
    this.table?.close();
  }

  /** A lesson to read has been read. */
  read(lesson: Lesson): void {
    this.done = [...this.done, lesson.id];
    this.learnt = null;
    this.#keep();
  }

  /** The last decision was taken back: its lesson comes again. */
  tookBack(): void {
    const last = this.learnt?.id;
    this.learnt = null;
    if (last) this.done = this.done.filter((id) => id !== last);
    this.#keep();
  }

  #sit(kept: Kept): void {
    this.table?.close();
    if (this.#closed) return;
    [this.part, this.done, this.#told] = [kept.part, kept.done, []];
    this.table = new LessonTable(kept.table);
    this.table.judge = (move) => this.#judge(move);
    this.table.free = () => this.advice?.kind === 'free';
    this.#keep();
  }

  /** Whether a move may be made: one that does not fit the lesson gets a kind word instead. */
  #judge(move: string): boolean {
    const advice = this.advice;
    this.wrong = advice?.kind === 'do' && !advice.fits.includes(move);
    if (this.wrong) return false;
    this.learnt = advice?.kind === 'do' ? advice.lesson : null;
    if (advice?.kind === 'do' && !advice.lesson.many) this.done = [...this.done, advice.lesson.id];
    if (advice?.kind === 'read') this.done = [...this.done, advice.lesson.id];
    this.#keep();
    return true;
  }

  #read(): Kept | null {
    const kept = keptLesson(this.game);
    return kept && this.parts[kept.part] ? kept : null;
  }
  #keep(): void {
    keepLesson(this.game, { part: this.part, table: this.table?.id ?? '', done: this.done });
  }
}
