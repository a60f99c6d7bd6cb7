// The keys of the replay.

export type Command = 'back' | 'forward' | 'first' | 'last' | 'toggle' | 'roundBack' | 'roundForward' | 'nextMistake';

const ANYWHERE: Record<string, Command> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
  PageUp: 'roundBack',
  PageDown: 'roundForward',
  n: 'nextMistake',
};
/** Where somebody chooses a move, the arrows lead from choice to choice. */
const FOR_CHOICES = ['ArrowLeft', 'ArrowRight', 'Home', 'End', ' '];

interface Pressed {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/**
 * What a key asks for, or null where it belongs to what has the focus: text that is typed, a dialog, and the space bar on
 * something that it presses. In the list of moves up and down go from move to move.
 */
export function commandOf(event: Pressed, on: Element | null, choosing = false): Command | null {
  if (event.altKey || event.ctrlKey || event.metaKey || (choosing && FOR_CHOICES.includes(event.key))) return null;
  if (on?.closest('[data-moves]')) {
    if (event.key === 'ArrowUp') return 'back';
    if (event.key === 'ArrowDown') return 'forward';
  } else if (on?.closest('input, select, textarea, dialog')) return null;
  if (event.key === ' ') return on?.closest('button, a, summary, label') ? null : 'toggle';
  return ANYWHERE[event.key] ?? null;
}
