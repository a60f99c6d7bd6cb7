// The rules and the bots in the browser itself. Import this lazily: with a module it is larger than the first page.

export { EngineClient } from './client';
export type {
  AzulEngine,
  AzulOptions,
  DuelEngine,
  DuelOptions,
  Engine,
  Engines,
  Phase,
  Seed,
  State,
  TabletName,
  Tiling,
} from './engine';
export { EngineError } from './error';
export { engineFrom, engineOf } from './load';
export type { GameName } from './made/kernels';
export type { Candidate, Search, TreeSize } from './search';
export { think, type Budget, type Thinking, type Thoughts } from './think';
