// Searches in Node for bench/wasm.py. It reads a line of JSON for each, {game, state, seat, seed, nodes, simulations}, and answers
// with one: how many simulations were run, the nodes made, the action found, the seconds by the clock and of the processor.
import { createInterface } from 'node:readline';
import { engines } from './engines.mjs';

const both = await engines();
for await (const line of createInterface({ input: process.stdin })) {
  const { game, state, seat, seed, nodes, simulations } = JSON.parse(line);
  const search = both[game].search(Buffer.from(state, 'hex'), seat, seed, { nodes });
  const [began, used] = [performance.now(), process.cpuUsage()];
  search.grow(simulations);
  const seconds = (performance.now() - began) / 1e3;
  const { user, system } = process.cpuUsage(used);
  console.log(
    JSON.stringify({
      simulations: search.simulations,
      nodes: search.nodes,
      action: search.root()[0].action,
      seconds,
      processor: (user + system) / 1e6,
    }),
  );
}
process.exit();
