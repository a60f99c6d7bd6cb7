// What a new table of a game shall be like. What was chosen last is remembered in this browser.

import { api } from '../api';
import { GAMES, type GameName } from '../games';
import { router } from '../router.svelte';
import { troubleOf } from '../trouble';
import type { Catalogue, Clock, SeatWish } from '../wire';

export type ClockName = 'none' | 'quick' | 'slow' | 'days';
export const CLOCKS: Record<ClockName, Clock | null> = {
  none: null,
  quick: { pace: 'live', seconds: 300, increment: 5 },
  slow: { pace: 'live', seconds: 1200, increment: 10 },
  days: { pace: 'days', seconds: 3 * 86_400 },
};

/** What is chosen for every game; each adds its own. */
interface Chosen {
  players: number;
  clock: ClockName;
  listed: boolean;
  /** Whether one is warned before blunders, against bots and without a clock. */
  practice: boolean;
  /** Whether the game counts for ratings, where there is a clock. */
  rated: boolean;
  /** Who sits on each other seat, where that was chosen: `open`, `here`, or a bot by its level. */
  seats: string[];
  /** How those beside one at the same screen are called. */
  names: string[];
}
const STANDARD: Chosen = {
  players: 2,
  clock: 'none',
  listed: false,
  practice: false,
  rated: false,
  seats: [],
  names: [],
};

export class Setup<Own extends object = object> {
  chosen: Chosen & Own = $state.raw({} as Chosen & Own);
  busy = $state(false);
  trouble = $state('');

  constructor(
    readonly game: GameName,
    private readonly catalogue: () => Catalogue | null,
  ) {
    this.chosen = { ...STANDARD, ...(GAMES[game].home.standard as Own), ...this.#kept() };
  }

  /** What the server offers for this game. */
  get choices(): Record<string, unknown> {
    return this.catalogue()?.games[this.game] ?? {};
  }

  get players(): number {
    const possible = this.choices.players as number[] | undefined;
    return possible?.[0] && !possible.includes(this.chosen.players) ? possible[0] : this.chosen.players;
  }

  get options(): Record<string, unknown> {
    return GAMES[this.game].home.options(this);
  }

  get clock(): Clock | null {
    return CLOCKS[this.chosen.clock] ?? null;
  }

  get practice(): boolean {
    return this.chosen.practice && this.clock === null;
  }

  get rated(): boolean {
    return this.chosen.rated && this.clock !== null;
  }

  change(part: Partial<Chosen & Own>): void {
    this.chosen = { ...this.chosen, ...part };
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.chosen));
    } catch {
      // a browser that keeps nothing: the choice lasts as long as the page
    }
  }

  /** The same for every other seat. */
  all = (wish: SeatWish): SeatWish[] => Array.from({ length: this.players - 1 }, () => wish);

  /** The wish for a seat that was chosen by itself. */
  wishOf = (who: string, at: number): SeatWish => {
    if (who === 'open') return { who };
    if (who === 'here') return { who, name: this.chosen.names[at]?.trim() || null };
    return { who: 'bot', level: who };
  };

  /** Make the table and go there. */
  async start(others: SeatWish[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = '';
    try {
      const table = await api.make({
        game: this.game,
        seats: [{ who: 'me' }, ...others],
        options: this.options,
        order: 'random',
        clock: this.clock,
        listed: this.chosen.listed && others.some(({ who }) => who === 'open'),
        rated: this.rated && others.every(({ who }) => who !== 'here'),
        practice: this.practice && others.every(({ who }) => who !== 'open'),
      });
      router.go(`/t/${table.id}`);
    } catch (error) {
      this.trouble = troubleOf(error);
    } finally {
      this.busy = false;
    }
  }

  get #key(): string {
    return `tessela.setup.${this.game}`;
  }

  #kept(): Partial<Chosen & Own> {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Partial<Chosen & Own>;
    } catch {
      return {};
    }
  }
}
