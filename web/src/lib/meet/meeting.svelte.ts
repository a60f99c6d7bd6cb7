// Finding somebody to play with: whom one knows, challenges, and a search for whoever wants the same.

import { api } from '../api';
import { gameOr, type GameName } from '../games';
import { CLOCKS, Setup, type ClockName } from '../home/setup.svelte';
import { router } from '../router.svelte';
import { troubleOf } from '../trouble';
import type { Bond, Catalogue, People, SeekState } from '../wire';

const ASK_MS = 2_000;
const SHORT: ClockName[] = ['quick', 'slow', 'days'];
export const PACES = SHORT;

export class Meeting {
  people: People | null = $state.raw(null);
  search: SeekState | null = $state.raw(null);
  game: GameName = $state(gameOr(localStorage.getItem('tessela.game')));
  pace: ClockName = $state('quick');
  #catalogue: Catalogue | null = $state.raw(null);
  /** What was chosen for this game on the first page, which can be changed here too. */
  readonly setup = $derived(new Setup(this.game, () => this.#catalogue));
  rated = $state(false);
  bots = $state(true);
  trouble = $state('');
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get seeking(): boolean {
    return this.search?.seeking === true;
  }

  load = (): Promise<void> =>
    this.#do(async () => {
      [this.people, this.#catalogue] = await Promise.all([api.people(), api.catalogue()]);
      this.#follow(await api.seek());
    });

  seek = (): Promise<void> =>
    this.#do(async () => {
      this.#asked = true;
      this.#follow(await api.beginSeek({ ...this.#wish, bots: this.bots }));
    });

  stop = (): Promise<void> =>
    this.#do(async () => {
      clearTimeout(this.#timer);
      await api.endSeek();
      this.search = null;
    });

  challenge = (to: string): Promise<void> =>
    this.#do(async () => {
      const table = await api.challenge({ to, ...this.#wish });
      router.go(`/t/${table.id}`);
    });

  say = (id: string, kind: Bond['kind']): Promise<void> =>
    this.#do(async () => void (this.people = await api.sayOf(id, kind)));
  unsay = (id: string): Promise<void> => this.#do(async () => void (this.people = await api.unsay(id)));

  /** Whoever leaves the page looks no more. */
  leave = (): void => {
    clearTimeout(this.#timer);
    if (this.seeking) void api.endSeek().catch(() => undefined);
  };

  get #wish() {
    return { game: this.game, options: this.setup.options, clock: CLOCKS[this.pace], rated: this.rated };
  }

  #follow(search: SeekState): void {
    clearTimeout(this.#timer);
    this.search = search;
    if (search.table && !search.seeking && this.#asked) router.go(`/t/${search.table}`);
    if (search.seeking) {
      this.#asked = true;
      this.#timer = setTimeout(() => void this.#ask(), ASK_MS);
    }
  }
  #asked = false;

  async #ask(): Promise<void> {
    try {
      this.#follow(await api.seek());
    } catch {
      this.#timer = setTimeout(() => void this.#ask(), ASK_MS); // the connection may come back
    }
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.trouble = '';
    try {
      await work();
    } catch (error) {
      this.trouble = troubleOf(error);
    } finally {
      this.busy = false;
    }
  }
}
