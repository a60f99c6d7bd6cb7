// What is in one's hand: the tiles picked, the place chosen for them, the one pointed at; and what that would do.

import { lead } from '../focus';
import { settings } from '../settings.svelte';
import { BaseHand } from '../table/hand.svelte';
import { placing } from '../tiles';
import type { AzulView } from '../wire';
import { t } from '../words.svelte';
import { forecastOf, gainsOf } from '../look';
import { previewOf } from './preview';
import { columns, drops, moveTo, otherPick, parse, sources, tap, targets, type Pick } from './choice';

export class Hand extends BaseHand<AzulView> {
  pick: Pick | null = $state.raw(null);
  /** A line, the floor, a column, or a number of jokers that fall: whatever is asked for. */
  chosen: string | null = $state(null);

  alive = $derived(sources(this.legal));
  open = $derived(targets(this.legal, this.pick));
  columns = $derived(columns(this.legal));
  drops = $derived(drops(this.legal));
  other = $derived(otherPick(this.legal, this.pick));

  ready = $derived(this.#moveTo(this.chosen));
  candidate = $derived(this.#moveTo(this.pointed) ?? this.ready);
  preview = $derived(previewOf(this.looked, this.seat));
  /** What each full line would bring if the round ended now, or with the choice. */
  gains = $derived(gainsOf(this.looked ?? this.now, this.seat));
  /** What the choice brings: the points of a space, or by how much the round is worth more with it. */
  brings = $derived.by(() => {
    const [as, than] = [forecastOf(this.looked, this.seat), forecastOf(this.now, this.seat)];
    if (as && than && !this.columns.size) return as.gain - than.gain;
    return this.preview.ghosts.reduce((sum, ghost) => sum + ghost.points, 0);
  });
  /** While a space of the wall is asked for: what each would score, by its column. */
  spaces = $derived(new Map(this.columns.size ? this.view.openings.map(({ column, points }) => [column, points]) : []));

  label = $derived.by(() => {
    const { chosen, columns: asked, drops: falling } = this;
    if (!this.ready) {
      if (falling.length) return t('azul.status.drop');
      return t(asked.size ? 'action.chooseSpace' : this.pick ? 'action.chooseLine' : 'action.confirm');
    }
    if (asked.size) return t('action.column', { n: chosen ?? '' });
    if (falling.length) return t('action.confirm');
    return chosen === 'F' ? t('action.floor') : placing(this.preview.line?.tiles, chosen ?? '');
  });

  get holds(): boolean {
    return this.pick !== null || this.chosen !== null;
  }

  take = (source: string, letter: string): void => {
    this.pick = tap(this.legal, this.pick, source, letter);
    this.chosen = null;
    if (this.pick) void lead(this.room(), '.line.open, .floor.open');
  };

  /** Hold what is dragged, `1B` or `CJ`, with whatever is picked beside it. */
  grasp(what: string): boolean {
    const [source, letter] = [what[0]!, what.slice(1)];
    if (this.pick?.source !== source || !this.pick.tiles.includes(letter))
      this.pick = tap(this.legal, null, source, letter);
    this.chosen = null;
    return this.pick !== null;
  }

  choose(target: string): boolean {
    const move = this.#moveTo(target);
    const plays = move !== null && (this.chosen === target || !settings.saved.confirm);
    if (plays) this.table.play(move);
    else this.chosen = target;
    return plays;
  }

  undo = (): void => {
    if (this.chosen !== null) this.chosen = null;
    else this.pick = null;
    this.pointed = null;
  };

  empty(): void {
    [this.pick, this.chosen, this.pointed] = [null, null, null];
  }

  show(text: string): void {
    const move = parse(text);
    if (move.kind === 'take') [this.pick, this.chosen] = [{ source: move.source, tiles: move.tiles }, move.to];
    else this.chosen = String(move.kind === 'drop' ? move.jokers : move.column);
  }

  #moveTo(target: string | null): string | null {
    if (target === null) return null;
    if (this.columns.size) return this.columns.has(Number(target)) ? `col ${target}` : null;
    if (this.drops.length) return this.drops.includes(Number(target)) ? `drop ${target}J` : null;
    return moveTo(this.legal, this.pick, target);
  }
}
