// What both games know of a hand: the view and the legal moves it chooses from, and what the choice would do.

import { untrack } from 'svelte';
import { lead } from '../focus';
import { forecastOf } from '../look';
import type { Dragging } from '../motion/drag';
import { typed } from '../notation';
import type { TableStore, Tell } from '../table.svelte';
import type { View } from '../wire';

export abstract class BaseHand<V extends View> {
  /** The place under the pointer or the focus: a line, a column, whatever is asked for. */
  pointed: string | null = $state(null);

  /** The hand of whoever looks at the table, or of one seat; where it reaches, for who is led by keys. */
  constructor(
    readonly table: TableStore,
    readonly room: () => HTMLElement | undefined = () => undefined,
    readonly at: number | null = null,
  ) {}

  view = $derived.by(() => this.table.stage.view as V);
  seat = $derived.by(() => this.at ?? this.table.stage.viewer ?? 0);
  /** Whether it is this hand that decides, at a screen with two. */
  decides = $derived.by(() => this.at === null || this.table.view?.to_move === this.at);
  legal = $derived.by(() => (this.table.myTurn && !this.table.stage.playing && this.decides ? this.table.legal : []));

  /** The move that is ready to be confirmed, and the one whose result is shown. */
  abstract readonly ready: string | null;
  abstract readonly candidate: string | null;
  looked = $derived.by(() => (this.candidate ? this.table.looks.get(this.candidate) : undefined));
  now = $derived.by(() => this.table.looks.get(''));
  forecast = $derived(forecastOf(this.looked ?? this.now, this.seat));

  /** What the main button says, and whether anything is chosen that can be undone. */
  abstract readonly label: string;
  abstract readonly holds: boolean;
  abstract undo: () => void;
  /** Hold what is dragged: false where that cannot be. */
  abstract grasp(what: string): boolean;
  /** Choose a place; the same twice, or once where nothing is confirmed, plays the move. Whether it did. */
  abstract choose(target: string): boolean;
  /** Choose a place at the table: whoever plays by keys is led on to what comes next. */
  lay = (target: string): void => {
    this.choose(target);
    void lead(this.room(), '[data-confirm]:enabled');
  };
  /** Begin the next decision with nothing chosen. */
  abstract empty(): void;
  /** Hold a move as if it had been chosen. */
  abstract show(move: string): void;

  confirm = (): void => {
    if (this.ready) this.table.play(this.ready);
  };

  /** Play a typed move; false when it is not one. */
  type = (text: string): boolean => {
    const move = typed(this.legal, text);
    if (move) this.table.play(move);
    return move !== null;
  };
}

/** What a hand does with tiles that are dragged. */
export const draggingTo = (hand: () => BaseHand<View>): Dragging => ({
  take: (what) => hand().grasp(what),
  point: (place) => (hand().pointed = place),
  drop: (place) => hand().choose(place),
  cancel: () => hand().empty(),
});

/** Let a hand follow its table: empty at every entry, looking at what it would do, holding what is advised. While a component is made. */
export function follow(hand: () => BaseHand<View>, tell: Tell): void {
  $effect.pre(() => hand().table.use(tell));
  $effect(() => {
    void hand().table.version;
    untrack(() => hand().empty());
  });
  $effect(() => {
    const { table, view, candidate, decides } = hand();
    void table.version;
    if (table.stage.playing || view.phase === 'over' || !decides) return;
    const timer = setTimeout(() => table.look(candidate), candidate ? 30 : 120);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    const { table, ready, decides } = hand();
    if (ready && decides) untrack(() => table.consider(ready));
    untrack(() => {
      if (table.practice.warning && table.practice.warning.move !== ready) table.practice.thinkAgain();
    });
  });
  $effect(() => {
    const best = hand().table.hint?.candidates[0];
    if (best && hand().decides) untrack(() => hand().show(best.move));
  });
}
