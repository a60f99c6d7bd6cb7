// Whether the server has shut one out: then there is nothing but one's own data.

class Door {
  shut = $state(false);
}

export const door = new Door();
