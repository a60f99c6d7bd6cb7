// Moves as they are written: as people type them, and read once.

/** The legal move that somebody typed, whatever its case and spaces. */
export function typed(legal: readonly string[], text: string): string | null {
  const plain = (move: string) => move.replace(/\s+/g, '').toUpperCase();
  return legal.find((move) => plain(move) === plain(text)) ?? null;
}

/** The same, with what was read kept: the legal moves are read again at every tap. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = read(text);
    known.set(text, made);
    return made;
  };
}
