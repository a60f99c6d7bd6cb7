// A tournament as it goes on: asked for again and again while somebody looks, and what one can do in it.

import { api } from '../api';
import { router } from '../router.svelte';
import { troubleOf } from '../trouble';
import type { TournamentInfo } from '../wire';

const EVERY = 3000; // ms between two looks; whoever looks at an arena is ready to play

export class Live {
  info: TournamentInfo | null = $state.raw(null);
  trouble = $state('');
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(readonly id: string) {}

  /** Look until told otherwise. Whose table is put up meanwhile is brought there: their clock runs. */
  watch(): () => void {
    void this.#look();
    const seen = () => void (document.visibilityState === 'visible' && this.#look());
    document.addEventListener('visibilitychange', seen);
    return () => {
      this.#over = true;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.#take(await api.tournament(this.id));
    } catch (error) {
      if (!this.info) this.trouble = troubleOf(error);
    }
    if (!this.#over && this.info?.status !== 'over') this.#timer = setTimeout(() => void this.#look(), EVERY);
  }

  #take(info: TournamentInfo): void {
    const before = this.info;
    this.info = info;
    const called = before !== null && info.my_table !== null && info.my_table !== before.my_table;
    if (called && !this.#over) router.go(`/t/${info.my_table}`);
  }

  async #do(asked: Promise<TournamentInfo>): Promise<void> {
    this.busy = true;
    this.trouble = '';
    await asked.then(
      (info) => this.#take(info),
      (error: unknown) => (this.trouble = troubleOf(error)),
    );
    this.busy = false;
  }

  enter = () => this.#do(api.enterTournament(this.id));
  leave = () => this.#do(api.leaveTournament(this.id));
  begin = () => this.#do(api.beginTournament(this.id));
  addBot = (level: string) => this.#do(api.addBots(this.id, level));
  close = () =>
    api.closeTournament(this.id).then(
      () => router.go('/tournaments'),
      (error: unknown) => (this.trouble = troubleOf(error)),
    );
}
