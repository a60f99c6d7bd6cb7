// What is left and what the next deal may bring, as the server counts it: asked for while somebody looks at it.

import type { Counted } from '../wire';

export class Counting {
  /** Whether somebody looks into the bag. */
  open = $state(false);
  /** The odds of the position that is shown, or until they are counted, of the one before. */
  found: Counted['odds'] | null = $state.raw(null);
  #asked = -1;

  constructor(private readonly ask: (version: number) => void) {}

  toggle = (): void => void (this.open = !this.open);
  close = (): void => void (this.open = false);

  /** Ask once for each version of a table. */
  at(version: number): void {
    if (version < 0 || version === this.#asked) return;
    this.#asked = version;
    this.ask(version);
  }

  hear({ version, odds }: Counted): void {
    if (version === this.#asked) this.found = odds;
  }

  /** Another position has come to lie on the table. */
  forget(): void {
    this.#asked = -1;
  }
}
