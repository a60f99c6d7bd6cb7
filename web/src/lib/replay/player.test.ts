import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../settings.svelte';
import { azulBoard, azulView, replayOf } from '../fixtures';
import { Player } from './player.svelte';

const view = (round: number, to_move: number | null, ...scores: number[]) =>
  azulView({ round, to_move, boards: scores.map((score) => azulBoard({ score })) });
const replay = replayOf([view(1, 0, 0, 0), view(1, 1, 0, 0), view(2, 0, 2, 1), view(2, null, 9, 1)], {
  ending: { scores: [9, 1], winners: [0], reason: 'most points', breakdown: [{}, {}] },
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a replay', () => {
  let player: Player;

  beforeEach(() => {
    settings.change({ speed: 0 });
    player = new Player(replay);
  });

  it('begins at the beginning, with nothing to choose', () => {
    expect(player.table.view).toBe(player.views[0]);
    expect([player.ply, player.last, player.round]).toEqual([0, 3, 1]);
    expect(player.table.myTurn).toBe(false);
    expect([player.name(0), player.name(1)]).toEqual(['Ada', 'Ada 2']);
  });

  it('steps on and back, and ends with the ending', async () => {
    player.obey('forward');
    await settled();
    expect(player.table.stage.view).toBe(player.views[1]);
    player.obey('forward');
    player.obey('forward');
    await settled();
    expect(player.table.stage.view).toBe(player.views[3]);
    expect(player.table.ending).toEqual(replay.ending);
    player.obey('forward');
    expect(player.ply).toBe(3);
    player.obey('back');
    expect(player.table.stage.view).toBe(player.views[2]);
    expect(player.table.ending).toBeNull();
  });

  it('jumps anywhere, and nowhere beyond', () => {
    player.jump(99);
    expect([player.ply, player.table.view]).toEqual([3, player.views[3]]);
    player.obey('roundBack');
    expect(player.ply).toBe(2);
    player.jump(-4);
    expect(player.ply).toBe(0);
  });

  it('plays from the beginning once the end is shown', () => {
    player.obey('last');
    player.toggle();
    expect([player.ply, player.playing]).toEqual([0, true]);
    player.obey('forward');
    expect([player.ply, player.playing]).toEqual([1, false]);
    for (const pace of [2, 4, 0.5, 1]) {
      player.quicken();
      expect(player.pace).toBe(pace);
    }
  });

  it('can be seen from every seat', () => {
    player.turn();
    expect(player.table.stage.viewer).toBe(1);
    player.turn();
    expect(player.table.stage.viewer).toBe(0);
  });
});
