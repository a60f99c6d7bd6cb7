// Records that somebody brings: sent to the server, which checks them, then shown.

import { api } from '../api';
import { router } from '../router.svelte';
import { troubleOf } from '../trouble';

/** More than the server takes; the rest of a larger file need not travel to be refused. */
const ENOUGH_BYTES = 300 * 1024;

class Bringing {
  busy = $state(false);
  trouble = $state('');

  async bring(file: File): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = '';
    try {
      const { id } = await api.bring(await file.slice(0, ENOUGH_BYTES).text());
      router.go(`/r/${id}`);
    } catch (error) {
      this.trouble = troubleOf(error);
    } finally {
      this.busy = false;
    }
  }
}

export const bringing = new Bringing();
