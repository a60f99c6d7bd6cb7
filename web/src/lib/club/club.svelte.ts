// A club as its members see it, what one can do there, and its door for those who are invited.

import { api } from '../api';
import { router } from '../router.svelte';
import { troubleOf } from '../trouble';
import type { ClubDoor, ClubInfo, NewClub } from '../wire';

export class Club {
  info: ClubInfo | null = $state.raw(null);
  door: ClubDoor | null = $state.raw(null);
  me = $state('');
  /** Whether one keeps one's name, as members do. */
  kept = $state(true);
  trouble = $state('');
  busy = $state(false);
  renewed = $state(false);

  constructor(
    readonly id: string,
    readonly invitation: string | null,
  ) {}

  get link(): string {
    return `${location.origin}/club/${this.id}?invitation=${this.info?.invitation ?? ''}`;
  }

  load = (): Promise<void> =>
    this.#do(async () => {
      const me = await api.meAgain();
      [this.me, this.kept] = [me.id, me.kept === true];
      if (this.invitation) this.door = await api.clubDoor(this.id, this.invitation);
      if (!this.door || this.door.mine) this.#take(await api.club(this.id));
    });

  look = (back: number): Promise<void> => this.#changed(() => api.club(this.id, back));
  join = (): Promise<void> => this.#changed(() => api.joinClub(this.id, this.invitation ?? ''));
  change = (wish: NewClub): Promise<void> => this.#changed(() => api.changeClub(this.id, wish));
  remove = (member: string): Promise<void> => this.#changed(() => api.removeMember(this.id, member));
  handOver = (member: string): Promise<void> => this.#changed(() => api.handClubOver(this.id, member));
  inviteAnew = async (): Promise<void> => {
    await this.#changed(() => api.inviteAnew(this.id));
    this.renewed = !this.trouble;
  };
  leave = (): Promise<void> => this.#gone(() => api.leaveClub(this.id));
  close = (): Promise<void> => this.#gone(() => api.closeClub(this.id));

  #take(info: ClubInfo): void {
    this.info = info;
    this.door = null;
    if (this.invitation) router.go(`/club/${this.id}`, true);
  }

  #changed = (ask: () => Promise<ClubInfo>): Promise<void> => this.#do(async () => this.#take(await ask()));

  #gone = (ask: () => Promise<undefined>): Promise<void> =>
    this.#do(async () => {
      await ask();
      router.go('/meet');
    });

  async #do(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.trouble = '';
    try {
      await work();
    } catch (error) {
      this.trouble = troubleOf(error);
    } finally {
      this.busy = false;
    }
  }
}
