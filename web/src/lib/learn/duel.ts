// The first game of Azul Duel: the first plates and a first round, then the last tiles and the tiling of another game.

import { parse } from '../duel/choice';
import { printed } from '../duel/dome';
import { moonTops } from '../duel/places';
import type { DuelView } from '../wire';
import { tn } from '../words.svelte';
import { eventsFor, type Part, type Scene } from './coach';

const viewOf = (scene: Scene): DuelView => scene.view as DuelView;
const boardOf = (scene: Scene) => viewOf(scene).boards[scene.seat]!;
const starting = (scene: Scene, word: string): string[] => scene.legal.filter((move) => move.startsWith(word));
const firstOf = (...choices: string[][]): string[] => choices.find((moves) => moves.length) ?? [];

/** Takes from some sources that fit their line, rather to a row of the dome that has a space for them. */
function takes(scene: Scene, sources: string): string[] {
  const view = viewOf(scene);
  const cells = printed(boardOf(scene).plates);
  const suits = scene.legal.flatMap((text) => {
    const move = parse(text);
    if (move.kind !== 'take' || !sources.includes(move.source) || move.to === 'X') return [];
    const line = Number(move.to);
    const sun = move.source === 'L' ? view.large.sun : (view.small[Number(move.source) - 1]?.sun ?? '');
    const number = move.source === 'M' ? moonTops(view, move.colour).length : sun.split(move.colour).length - 1;
    const room = line - boardOf(scene).lines[line - 1]!.length;
    if (number > room) return [];
    const row = cells[line - 1]!.map((cell, i) => (boardOf(scene).tiles[line - 1]![i] === '.' ? cell : ''));
    return [{ text, full: number === room, suits: row.includes(move.colour) || row.includes('*') }];
  });
  const texts = (some: typeof suits) => some.map((take) => take.text);
  return firstOf(
    texts(suits.filter((take) => take.suits && take.full)),
    texts(suits.filter((take) => take.suits)),
    texts(suits),
  );
}
/** Whether a tile in this column would be its last. */
function fillsColumn(scene: Scene, text: string): boolean {
  const move = parse(text);
  return move.kind === 'column' && boardOf(scene).tiles.filter((row) => row[move.column - 1] === '.').length === 1;
}
const later = (scene: Scene) => scene.view.round > 1 || scene.over;
const turn = (scene: Scene) => scene.view.phase === 'acquire';
const over = (scene: Scene) => scene.over;

export const DUEL: Part[] = [
  {
    table: 'duel-1',
    lessons: [
      { id: 'aim', rules: 'overview', figure: 'dome', gone: (scene) => scene.view.round > 0, reads: () => ({}) },
      {
        id: 'plate',
        rules: 'plates',
        figure: 'plates',
        fits: (scene) => (scene.view.phase === 'setup' ? starting(scene, 'plate') : []),
        gone: (scene) => scene.view.round > 0,
      },
      {
        id: 'place',
        same: true,
        rules: 'plates',
        figure: 'turn',
        fits: (scene) => (scene.view.phase === 'place' ? [...scene.legal] : []),
        gone: later,
      },
      { id: 'sun', rules: 'sun', figure: 'sunTake', fits: (scene) => takes(scene, '1234'), gone: later },
      {
        id: 'stack',
        same: true,
        rules: 'stacks',
        figure: 'stack',
        fits: (scene) => starting(scene, 'stack'),
        gone: later,
      },
      { id: 'moon', rules: 'moon', figure: 'moonTake', fits: (scene) => takes(scene, 'M'), gone: later },
      { id: 'broken', rules: 'broken', figure: 'broken', reads: (scene) => (turn(scene) ? {} : null), gone: later },
      {
        id: 'token',
        rules: 'plates',
        figure: 'plates',
        fits: (scene) => (turn(scene) ? starting(scene, 'plate') : []),
        gone: (scene) => later(scene) || (scene.view.round === 1 && boardOf(scene).tokens < 2),
      },
      {
        id: 'pile',
        rules: 'pile',
        figure: 'backs',
        fits: (scene) => (turn(scene) ? starting(scene, 'draw') : []),
        gone: (scene) => later(scene) || (scene.view.round === 1 && turn(scene) && boardOf(scene).tokens < 1),
      },
      { id: 'look', same: true, rules: 'pile', figure: 'backs', fits: (scene) => starting(scene, 'stop'), gone: later },
      { id: 'chip', rules: 'chips', figure: 'chips', fits: (scene) => starting(scene, 'chip'), gone: later },
    ],
  },
  {
    table: 'duel-2',
    lessons: [
      {
        id: 'tiling',
        rules: 'tiling',
        figure: 'duelTiling',
        reads: () => ({}),
        gone: (scene) => !turn(scene),
      },
      {
        id: 'last',
        same: true,
        rules: 'tiling',
        figure: 'duelTiling',
        fits: (scene) =>
          turn(scene) ? firstOf(takes(scene, 'LM1234'), starting(scene, 'chip'), [...scene.legal]) : [],
        gone: (scene) => !turn(scene),
      },
      {
        id: 'special',
        rules: 'special',
        reads: (scene) => {
          const found = eventsFor(scene).find((event) => event.event === 'SpecialPlaced');
          return found?.event === 'SpecialPlaced' ? { row: found.row, points: tn('points', found.points) } : null;
        },
        gone: (scene) => scene.over && !eventsFor(scene).some((event) => event.event === 'SpecialPlaced'),
      },
      {
        id: 'pay',
        rules: 'payment',
        figure: 'pay',
        many: true,
        fits: (scene) =>
          scene.view.phase === 'pay' ? scene.legal.filter((move) => move === 'done' || move.startsWith('pay ')) : [],
        gone: (scene) => scene.over || eventsFor(scene).some((event) => event.event === 'Paid'),
      },
      {
        id: 'space',
        rules: 'tiling',
        figure: 'duelScore',
        fits: (scene) =>
          firstOf(
            starting(scene, 'col').filter((move) => fillsColumn(scene, move)),
            starting(scene, 'col'),
          ),
        gone: over,
      },
      {
        id: 'tablets',
        rules: 'tablets',
        figure: 'tablet:columns',
        reads: (scene) => {
          const bonus = eventsFor(scene).reduce(
            (sum, event) => sum + (event.event === 'BonusScored' ? event.points : 0),
            0,
          );
          return scene.over ? { bonus: tn('points', bonus), score: tn('points', boardOf(scene).score) } : null;
        },
      },
    ],
  },
];
