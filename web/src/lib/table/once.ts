// A press that counts once: the second of a double-click is no second wish.

export const once =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
