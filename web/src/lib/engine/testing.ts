// For tests alone: the engines from the disk, and what Python says.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Engine, Engines, State } from './engine';
import { engineFrom, type EngineOf } from './load';
import type { GameName } from './made/kernels';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const REPOSITORY = here('../../../..');
const MOST_OUTPUT = 1 << 26;

/** What a program of Python prints, in the repository. */
export const python = (...command: string[]): string =>
  execFileSync(process.env.PYTHON ?? here('../../../../.venv/bin/python'), command, {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
  });

export const fromDisk: EngineOf = (game) =>
  engineFrom(game, readFileSync(here(`./made/${game}.wasm`)), readFileSync(here(`./made/${game}.nets`)));

export async function bothFromDisk(): Promise<Engines> {
  const [azul, duel] = await Promise.all([fromDisk('azul'), fromDisk('duel')]);
  return { azul, duel };
}

/** A new game with its first deal. */
export function newGame({ azul, duel }: Engines, game: GameName, seed: number): State {
  if (game === 'azul') return azul.deal(azul.setUp({ players: 2, wall: 'coloured', jokers: false }, seed));
  return duel.deal(duel.setUp({ tablets: ['rows', 'columns', 'diagonals'] }, seed));
}

/** The position after a decision and, where the round is over, after the deal. */
export function played(engine: Engine, state: State, action: number): State {
  const after = engine.apply(state, action);
  return engine.needsDeal(after) ? engine.deal(after) : after;
}
