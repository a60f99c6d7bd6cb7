// Keeping one's name: what is known of it, and everything that can be done about it.

import { api, Refusal } from '../api';
import { self } from '../home/self.svelte';
import { troubleOf } from '../trouble';
import type { DeviceLink, Identity, SigningIn } from '../wire';
import { t } from '../words.svelte';
import { make, possibleHere, sign, type Possible } from './passkey';

export class Keeper {
  known: Identity | null = $state.raw(null);
  /** A recovery code that was just made: it is told once. */
  code = $state('');
  link: DeviceLink | null = $state.raw(null);
  trouble = $state('');
  busy = $state(false);
  /** Whether the games of this browser come along when one signs in. */
  bring = $state(true);

  get possible(): Possible {
    return possibleHere(this.known?.possible ?? 'no-https');
  }

  load = (): Promise<void> => this.#do(async () => this.#look());

  keepByPasskey = (): Promise<void> =>
    this.#do(async () => {
      await api.openSession();
      await api.takePasskey(await make(await api.passkeyOptions()));
      await this.#look();
    });

  makeCode = (): Promise<void> =>
    this.#do(async () => {
      await api.openSession();
      this.code = (await api.makeCode()).code;
      await this.#look();
    });

  removePasskey = (id: string): Promise<void> =>
    this.#do(async () => {
      await api.removePasskey(id);
      await this.#look();
    });

  makeLink = (): Promise<void> => this.#do(async () => void (this.link = await api.makeLink()));

  signInByPasskey = (): Promise<void> =>
    this.#do(async () =>
      this.#signIn({ credential: (await sign(await api.signInOptions())) as SigningIn['credential'] }),
    );
  signInByCode = (code: string): Promise<void> => this.#do(() => this.#signIn({ code }));
  signInByLink = (link: string): Promise<void> => this.#do(() => this.#signIn({ link }));

  endSession = (id: string, here: boolean): Promise<void> =>
    this.#do(async () => {
      await api.endSession(id);
      if (here) leave('/');
      else await this.#look();
    });

  endOthers = (): Promise<void> =>
    this.#do(async () => {
      await api.endOthers();
      await this.#look();
    });

  deleteMe = (): Promise<void> =>
    this.#do(async () => {
      await api.deleteMe();
      leave('/');
    });

  async #signIn(how: SigningIn): Promise<void> {
    await api.signIn({ ...how, bring: this.bring && !this.known?.kept });
    leave('/you');
  }

  async #look(): Promise<void> {
    self.me = await api.meAgain();
    this.known = await api.identity();
  }

  async #do(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = '';
    try {
      await work();
    } catch (error) {
      const cancelled = error instanceof DOMException && !(error instanceof Refusal);
      this.trouble = cancelled ? t('you.passkey.cancelled') : troubleOf(error);
    } finally {
      this.busy = false;
    }
  }
}

/** Go to a page as somebody else: nothing that was known of who one was may stay. */
const leave = (path: string): void => location.replace(path);
