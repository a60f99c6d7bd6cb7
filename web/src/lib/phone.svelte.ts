// Whether the page is laid out for a phone; the same measure as in the styles.

class Phone {
  #query = typeof matchMedia === 'function' ? matchMedia('(max-width: 899px), (max-height: 480px)') : null;
  current = $state(this.#query?.matches ?? false);

  constructor() {
    this.#query?.addEventListener?.('change', (event) => (this.current = event.matches));
  }
}

export const onPhone = new Phone();
