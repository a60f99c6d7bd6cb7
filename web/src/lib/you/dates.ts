// Days as the reader writes them.

import { words } from '../words.svelte';

export const dayOf = (at: number): string => new Date(at).toLocaleDateString(words.language, { dateStyle: 'long' });
