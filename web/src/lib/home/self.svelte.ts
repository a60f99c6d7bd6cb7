// Oneself: the guest behind the cookie, and how one is called.

import { api } from '../api';
import { shownName } from '../names';
import { troubleOf } from '../trouble';
import type { Me } from '../wire';
import { t } from '../words.svelte';

class Self {
  me: Me | null = $state.raw(null);

  arrive = async (): Promise<Me> => (this.me = await api.me());

  /** Whether a name was chosen; the server calls everybody else `Guest 1234`. */
  get named(): boolean {
    return this.me !== null && !/^Guest( \d+)?$/.test(this.me.nickname);
  }

  get name(): string {
    return shownName(this.me?.nickname ?? '');
  }

  /** Be called otherwise; what is wrong with a name is told. */
  async rename(text: string): Promise<string> {
    const nickname = text.trim();
    if (!nickname) return t('name.blank');
    if (nickname === this.name) return '';
    try {
      this.me = await api.rename(nickname);
      return '';
    } catch (error) {
      return troubleOf(error);
    }
  }
}

export const self = new Self();
