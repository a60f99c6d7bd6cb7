// The engines of both games in Node, for scripts: their sources as Vite makes them, modules and nets from the disk.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  appType: 'custom',
});

/** A module of the front end. */
export const load = (path) => vite.ssrLoadModule(path);

/** The engine of each game. */
export async function engines() {
  const { engineFrom } = await load('/src/lib/engine/load.ts');
  const made = (file) => readFileSync(new URL(`../src/lib/engine/made/${file}`, import.meta.url));
  const [azul, duel] = await Promise.all(
    ['azul', 'duel'].map((game) => engineFrom(game, made(`${game}.wasm`), made(`${game}.nets`))),
  );
  return { azul, duel };
}
