// How one is called when it is one's turn, and when one is away: what the server knows, and everything that can be done about it.

import { api } from '../api';
import { troubleOf } from '../trouble';
import type { Calling as Known, Quiet } from '../wire';
import { t } from '../words.svelte';
import { begin, end, idOf, possibleHere, subscriptionHere, tell, type Possible } from './browser';

const NIGHT = { begins: 22 * 60, ends: 8 * 60 };

export class Calling {
  known: Known | null = $state.raw(null);
  /** The id of this browser among those in which one is called. */
  here: string | null = $state(null);
  possible: Possible = $state('no-browser');
  trouble = $state('');
  busy = $state(false);

  load = (): Promise<void> =>
    this.#do(async () => {
      await this.#look();
      const subscription = await subscriptionHere();
      if (subscription && this.here) await tell(subscription); // in the language that is spoken now
    });

  begin = (): Promise<void> =>
    this.#do(async () => {
      if (!(await begin(this.known?.key ?? ''))) this.trouble = t('calling.notAllowed');
      await this.#look();
    });

  end = (): Promise<void> => this.#do(() => end().then(this.#look));
  remove = (id: string): Promise<void> => this.#do(() => api.removePush(id).then(this.#look));
  keepQuiet = (quiet: Quiet | null): Promise<void> => this.#do(() => api.keepQuiet(quiet).then(this.#look));
  goAway = (days: number): Promise<void> => this.#do(() => api.goAway(days).then(this.#look));
  comeBack = (): Promise<void> => this.#do(() => api.comeBack().then(this.#look));

  /** Quiet hours where there are none yet: the night, here. */
  get night(): Quiet {
    return { ...NIGHT, zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' };
  }

  #look = async (): Promise<void> => {
    const known = await api.calling();
    const subscription = await subscriptionHere().catch(() => null);
    const id = subscription ? await idOf(subscription.endpoint) : null;
    this.here = known.browsers.some((browser) => browser.id === id) ? id : null;
    this.possible = possibleHere(known.possible);
    this.known = known;
  };

  async #do(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.trouble = '';
    try {
      await work();
    } catch (error) {
      this.trouble = error instanceof DOMException ? t('calling.failed') : troubleOf(error);
    } finally {
      this.busy = false;
    }
  }
}
