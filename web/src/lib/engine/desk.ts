// The desk of the kernels (bots/search/desk.py) in the memory of a module.

import type { Arena } from './arena';
import { facts, numbers, records, roomsIn, states, type Desk, type GameName } from './made/kernels';
import { placeNets } from './nets';

export const DRAWN = -1; // instead of a seat, a tile or a plate: chance decides

/** A desk with the nets of a game, and room for a position, but not for a tree. */
export function newDesk(arena: Arena, game: GameName, nets: Uint8Array): Desk {
  const { size } = states[game];
  const rooms = roomsIn[game].Desk;
  const desk = {
    ...placeNets(arena, game, nets),
    ...facts[game].settings,
    states: arena.take(size),
    states_0: 1,
    scratch: arena.take(2 * size),
    scratch_0: 2,
    nodes: 0,
    nodes_0: 0,
    edges: 0,
    edges_0: 0,
    root: arena.take(rooms.root.bytes),
    region: arena.take(rooms.region.bytes),
    worth: arena.take(rooms.worth.bytes),
    later: arena.take(rooms.later.bytes),
    moves: arena.take(rooms.moves.bytes),
    path: arena.take(rooms.path.bytes),
    outlook: arena.take(rooms.outlook.bytes),
    for_value: arena.take(rooms.for_value.bytes),
    for_policy: arena.take(rooms.for_policy.bytes),
    given: arena.take(numbers.MAX_DEALT),
    given_0: numbers.MAX_DEALT,
  };
  arena.bytes(desk.given, numbers.MAX_DEALT).fill(DRAWN);
  return desk;
}

/** The same desk with a position and a tree of its own. */
export function withTree(arena: Arena, game: GameName, desk: Desk, nodes: number, edges: number): Desk {
  const { size } = states[game];
  const rooms = roomsIn[game].Desk;
  return {
    ...desk,
    states: arena.take(size),
    scratch: arena.take(2 * size),
    root: arena.take(rooms.root.bytes),
    region: arena.take(rooms.region.bytes),
    worth: arena.take(rooms.worth.bytes),
    nodes: arena.take(nodes * records.node.size),
    nodes_0: nodes,
    edges: arena.take(edges * records.edge.size),
    edges_0: edges,
  };
}
