// Whether the page is laid out for a phone.

import { MEDIA } from '../breakpoints';

class Phone {
  #query = typeof matchMedia === 'function' ? matchMedia(MEDIA.phone) : null;
  current = $state(this.#query?.matches ?? false);

  constructor() {
    this.#query?.addEventListener?.('change', (event) => (this.current = event.matches));
  }
}

export const onPhone = new Phone();
