// Moves as people type them.

/** The legal move that somebody typed, whatever its case and spaces. */
export function typed(legal: readonly string[], text: string): string | null {
  const plain = (move: string) => move.replace(/\s+/g, '').toUpperCase();
  return legal.find((move) => plain(move) === plain(text)) ?? null;
}
