// A puzzle on the table: the position is handed over, each try is answered by the server, and once it is done the best move and
// one's own are drawn.

import { api } from '../api';
import { Trial, wireTo } from '../coach/trial.svelte';
import { nameOfLevel } from '../names';
import { TableStore } from '../table.svelte';
import type { Foreseen, PuzzleHelp, PuzzleInfo, TableInfo, Tried } from '../wire';
import { t } from '../words.svelte';

/** Who sits across: the bot against whom a puzzle is played out. */
export const OPPONENT = 'painter';

export class Solving {
  readonly table: TableStore;
  info: PuzzleInfo = $state.raw({} as PuzzleInfo);
  /** The last try was not answered, or help did not come. */
  failed = $state(false);
  /** Which of the two moves are drawn once it is done. */
  drawn = $state({ played: true, better: true });
  /** What the drawn moves would do. */
  seen: ReadonlyMap<string, Foreseen> = $state.raw(new Map());
  readonly trial: Trial<Tried>;

  constructor(info: PuzzleInfo) {
    this.info = info;
    this.table = new TableStore(info.id, this.name, () =>
      wireTo((frame) => {
        if (frame.kind === 'count')
          this.table.counting.found = null; // what is left is seen all the same
        else this.trial.hear(frame, this.table, this.#lay);
      }),
    );
    this.trial = new Trial<Tried>(info, {
      look: async (move) => (await api.lookInPuzzle(info.id, [move]))[0]!,
      attempt: this.#attempt,
    });
    this.#lay();
    if (this.done) void this.#draw();
  }

  get done(): boolean {
    return this.info.state !== 'open';
  }

  /** The wrong try that is told: the last one while it is open, the first one beside the solution. */
  get wrong(): Tried | undefined {
    const wrong = this.info.tries.filter((one) => !one.right);
    return this.done ? wrong[0] : wrong.at(-1);
  }

  name = (seat: number): string => (seat === this.info.seat ? t('end.you') : nameOfLevel(OPPONENT, OPPONENT));

  #attempt = async (move: string): Promise<Tried> => {
    this.#hear(await api.tryPuzzle(this.info.id, move));
    return this.info.tries.find((one) => one.move === move) ?? { move, right: false, answer: null };
  };

  help = async (strength: PuzzleHelp['strength']): Promise<void> => {
    this.failed = false;
    try {
      this.#hear(await api.help(this.info.id, { strength }));
      this.#lay();
    } catch {
      this.failed = true;
    }
  };

  #hear(info: PuzzleInfo): void {
    this.info = info;
    if (this.done) void this.#draw();
  }

  /** The position as it is: open to be tried in, or only to be looked at. */
  #lay = (): void => this.trial.lay(this.table, infoOf(this.info), !this.done);

  /** The moves that are drawn once it is done. */
  get marks(): { kind: 'played' | 'better'; move: string }[] {
    const { solution } = this.info;
    if (!solution) return [];
    return [
      { kind: 'played', move: this.wrong?.move ?? solution.second.move },
      { kind: 'better', move: solution.move },
    ];
  }

  async #draw(): Promise<void> {
    const moves = this.marks.map(({ move }) => move);
    try {
      const seen = await api.lookInPuzzle(this.info.id, moves);
      this.seen = new Map(moves.map((move, i) => [move, seen[i]!]));
    } catch {
      // the moves are told in words
    }
  }
}

/** The table of a puzzle: oneself, and who sits across. */
function infoOf({ id, game, seat, view }: PuzzleInfo): TableInfo {
  const seats = view.boards.map(() => ({ who: 'person' as const, name: '', level: null, present: true }));
  return {
    id,
    game,
    options: {},
    seats,
    status: 'playing',
    clock: null,
    listed: false,
    created: '',
    to_move: seat,
    round: view.round,
    scores: [],
    mine: [seat],
    invitation: null,
    seat_link: null,
    rematch: null,
  };
}
