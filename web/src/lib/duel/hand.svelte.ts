// What is in one's hand at the Duel table: what is chosen so far and pointed at, and what that would do.

import { untrack } from 'svelte';
import { lead } from '../focus';
import { settings } from '../settings.svelte';
import { BaseHand } from '../table/hand.svelte';
import type { DuelView } from '../wire';
import {
  asked,
  begun,
  choiceOf,
  moveOf,
  NOTHING,
  open,
  paymentBy,
  tap,
  tapSpace,
  turned,
  undone,
  type Choice,
  type Pick,
} from './choice';
import { labelOf } from './label';
import { previewOf } from './preview';
import { moveName, plateName } from './say';
import { emptySlots, type Slots } from './stack';

export class Hand extends BaseHand<DuelView> {
  choice: Choice = $state.raw(NOTHING);

  board = $derived(this.view.boards[this.seat]!);
  asks = $derived(asked(this.legal));
  open = $derived(open(this.legal, this.choice));

  #mine = $derived(this.view.to_move === this.seat ? (this.view.pending ?? {}) : {});
  /** The tiles that become a stack, the plate that wants a place, the chips laid down, the line being tiled. */
  tiles = $derived(this.asks === 'stack' ? String(this.#mine.tiles ?? '') : '');
  plate = $derived(this.asks === 'place' ? { plate: String(this.#mine.plate), turn: this.choice.turn } : null);
  paid = $derived(this.#mine.paid ?? []);
  line = $derived(this.#mine.line ? Number(this.#mine.line) : null);

  ready = $derived(moveOf(this.legal, this.choice, this.tiles));
  candidate = $derived(this.#trial() ?? this.ready);
  preview = $derived(previewOf(this.looked, this.seat));
  label = $derived(labelOf(this.asks, this.choice, this.ready !== null, this.preview, this.view));

  get holds(): boolean {
    return begun(this.choice);
  }

  empty(): void {
    const pending = (this.table.view as DuelView | null)?.pending;
    this.choice =
      asked(this.table.legal) === 'stack' ? { ...NOTHING, stack: emptySlots(String(pending?.tiles ?? '')) } : NOTHING;
    this.pointed = null;
  }

  /** Take something up. What needs no place is played at once where nothing is confirmed. */
  take = (pick: Pick): void => {
    this.choice = tap(this.choice, pick);
    if (!settings.saved.confirm) this.confirm();
    void lead(this.room(), pick.what === 'tiles' ? '.mine .line.open, .mine .broken.open' : '[data-confirm]:enabled');
  };

  /** Hold the tiles that are dragged: `1B`, `MY`. */
  grasp(what: string): boolean {
    this.choice = { ...NOTHING, pick: { what: 'tiles', source: what[0]!, colour: what.slice(1) } };
    return this.open.targets.size > 0;
  }

  choose(target: string): boolean {
    const again = this.choice.target === target;
    this.choice = { ...this.choice, target };
    const plays = (again || !settings.saved.confirm) && this.ready !== null;
    if (plays) this.confirm();
    return plays;
  }

  settle = (space: string): void => {
    this.choice = tapSpace(this.choice, space);
    void lead(this.room(), `[data-space=${space}]`);
  };
  turn = (degrees: number): void => {
    this.choice = turned(this.choice, degrees);
    if (this.plate) this.table.stage.announce(plateName(this.plate.plate, this.plate.turn));
  };
  /** R turns the plate in the hand, with Shift back. */
  turnByKey(event: KeyboardEvent): void {
    if (this.asks === 'place' && event.key.toLowerCase() === 'r' && !(event.target instanceof HTMLInputElement))
      this.turn(event.shiftKey ? -90 : 90);
  }
  order = (stack: Slots): void => void (this.choice = { ...this.choice, stack });
  show(move: string): void {
    this.choice = choiceOf(move, this.tiles, paymentBy(this.view.payments, move));
  }
  /** A move in words, for advice: one that pays by its whole payment. */
  name = (move: string): string => moveName(move, paymentBy(this.view.payments, move));
  play = (move: string): void => this.table.play(move);
  override confirm = (): void => {
    const { pick } = this.choice;
    if (this.ready) this.table.playAll(pick?.what === 'payment' ? pick.moves : [this.ready]);
  };

  undo = (): void => {
    this.choice = undone(this.choice);
    this.pointed = null;
  };

  /** The choice with what is pointed at in place of what is chosen. */
  #trial(): string | null {
    if (this.pointed === null) return null;
    const { choice, pointed } = this;
    return moveOf(
      this.legal,
      this.asks === 'place' ? { ...choice, space: choice.space ?? pointed } : { ...choice, target: pointed },
      this.tiles,
    );
  }
}

const PASS_MS = 1200;

/** What nobody need decide: who can do nothing else passes, and a payment that was made at once is taken back at once. While a component is made. */
export function goOn(hand: () => Hand): void {
  $effect(() => {
    const { asks, table } = hand();
    if (asks !== 'pass' || table.log.at(-1)?.what === 'takeback') return; // who took a pass back may want to take back more
    const timer = setTimeout(() => hand().play('pass'), settings.speed ? PASS_MS : 0);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    const { asks, table, paid } = hand();
    if (asks === 'pay' && paid.length && table.log.at(-1)?.what === 'takeback') untrack(() => table.takeBack());
  });
}
