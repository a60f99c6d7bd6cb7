// What a new table of a game shall be like. What was chosen last is remembered in this browser.

import { api } from '../api';
import type { GameName } from '../games';
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

interface Chosen {
  players: number;
  wall: 'coloured' | 'grey';
  jokers: boolean;
  tablets: string[];
  clock: ClockName;
  listed: boolean;
  /** Whether one is warned before blunders, against bots and without a clock. */
  practice: boolean;
  /** Who sits on each other seat, where that was chosen: `open`, `here`, or a bot by its level. */
  seats: string[];
  /** How those beside one at the same screen are called. */
  names: string[];
}
const STANDARD: Chosen = {
  players: 2,
  wall: 'coloured',
  jokers: false,
  tablets: [],
  clock: 'none',
  listed: false,
  practice: false,
  seats: [],
  names: [],
};

/** The options of each game that are asked for with a table. */
const OPTIONS: Record<GameName, (setup: Setup) => Record<string, unknown>> = {
  azul: ({ chosen }) => ({ wall: chosen.wall, jokers: chosen.jokers }),
  duel: ({ tablets }) => (tablets.length ? { tablets } : {}),
};

export class Setup {
  chosen: Chosen = $state(STANDARD);
  busy = $state(false);
  trouble = $state('');

  constructor(
    readonly game: GameName,
    private readonly catalogue: () => Catalogue | null,
  ) {
    this.chosen = { ...STANDARD, ...this.#kept() };
  }

  get players(): number {
    const possible = this.catalogue()?.games[this.game]?.players as number[] | undefined;
    return possible?.[0] && !possible.includes(this.chosen.players) ? possible[0] : this.chosen.players;
  }

  /** Three or four tablets; those of the first game until others are chosen. */
  get tablets(): string[] {
    const standard = (this.catalogue()?.games.duel?.default_tablets as string[] | undefined) ?? [];
    return this.chosen.tablets.length ? this.chosen.tablets : standard;
  }

  get options(): Record<string, unknown> {
    return OPTIONS[this.game](this);
  }

  get clock(): Clock | null {
    return CLOCKS[this.chosen.clock] ?? null;
  }

  get practice(): boolean {
    return this.chosen.practice && this.clock === null;
  }

  change(part: Partial<Chosen>): void {
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

  #kept(): Partial<Chosen> {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Partial<Chosen>;
    } catch {
      return {};
    }
  }
}
