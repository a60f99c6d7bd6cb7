// How the page is laid out: for a phone, and whether there is room for two who sit face to face.

import { MEDIA } from '../breakpoints';

class Fits {
  current = $state(false);

  constructor(condition: string) {
    const query = typeof matchMedia === 'function' ? matchMedia(condition) : null;
    this.current = query?.matches ?? false;
    query?.addEventListener?.('change', (event) => (this.current = event.matches));
  }
}

export const onPhone = new Fits(MEDIA.phone);
export const onTablet = new Fits(MEDIA.tablet);
export const upright = new Fits(MEDIA.tall);
export const roomForTwo = new Fits(MEDIA.facing);
