// The badge of the installed app: at how many tables it is one's turn.

import { api } from '../api';
import { isMyTurn } from '../home/tables';

/** Count anew, where the app is installed: elsewhere nobody would see it. */
export async function countTurns(): Promise<void> {
  if (!('setAppBadge' in navigator) || !matchMedia('(display-mode: standalone)').matches) return;
  const turns = (await api.mine()).filter(isMyTurn).length;
  await navigator.setAppBadge(turns);
}
