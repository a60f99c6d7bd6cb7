// The lines of src/lib/engine/walk.ts, made in Node: node scripts/equality.mjs GAMES TREES [FIRST_SEED]
import { engines, load } from './engines.mjs';

const { lines } = await load('/src/lib/engine/walk.ts');
for (const line of lines(await engines(), ...process.argv.slice(2).map(Number))) console.log(line);
process.exit();
