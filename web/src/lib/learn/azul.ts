// The first game of Azul: a first round, the beginning of the second, and the end of another game.

import { colourOf } from '../azul/places';
import { colourName } from '../tiles';
import { parse, type Take } from '../azul/choice';
import type { AzulView } from '../wire';
import { tn } from '../words.svelte';
import { eventsFor, type Part, type Scene } from './coach';
import { coachWords } from './words.svelte';

/** So few that the round may be over before one is asked again. */
const LAST_HANDFULS = 3;

const viewOf = (scene: Scene): AzulView => scene.view as AzulView;
const boardOf = (scene: Scene) => viewOf(scene).boards[scene.seat]!;

interface Handful extends Take {
  number: number;
  line: number;
  /** The room left in the line it goes to. */
  room: number;
}

/** The takes to a line, with how many tiles they bring and how many fit. */
function handfuls(scene: Scene): Handful[] {
  const view = viewOf(scene);
  return scene.legal.map(parse).flatMap((take) => {
    if (take.kind !== 'take' || take.to === 'F') return [];
    const tiles = take.source === 'C' ? view.centre : (view.factories[Number(take.source) - 1] ?? '');
    const line = Number(take.to);
    return [
      {
        ...take,
        line,
        number: tiles.split(take.tiles).length - 1,
        room: line - boardOf(scene).lines[line - 1]!.length,
      },
    ];
  });
}
const those = (scene: Scene, fit: (take: Handful) => boolean): string[] =>
  handfuls(scene)
    .filter(fit)
    .map((take) => take.text);
const firstOf = (...choices: string[][]): string[] => choices.find((moves) => moves.length) ?? [];

/** The spaces of the wall around the one that a colour has in a row, and how many of them are filled. */
function neighbours(scene: Scene, row: number, colour: string): number {
  const wall = boardOf(scene).wall;
  const column = [0, 1, 2, 3, 4].find((c) => colourOf(row, c) === colour) ?? 0;
  return [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ].filter(([r, c]) => (wall[r!]?.[c!] ?? '.') !== '.').length;
}
/** How many handfuls are left on the table. */
const handfulsLeft = (scene: Scene): number => new Set(handfuls(scene).map((take) => take.source + take.tiles)).size;
/** Whether a colour is on the wall everywhere but in one row. */
const lacksOne = (scene: Scene, row: number, colour: string): boolean =>
  boardOf(scene).wall.every((cells, r) => cells.includes(colour) === (r !== row));
const later = (round: number) => (scene: Scene) => scene.view.round > round || scene.over;

export const AZUL: Part[] = [
  {
    table: 'azul-1',
    lessons: [
      { id: 'aim', rules: 'overview', figure: 'score', gone: later(1), reads: () => ({}) },
      {
        id: 'take',
        rules: 'offer',
        figure: 'take',
        gone: later(1),
        fits: (scene) => those(scene, (take) => take.source !== 'C' && take.number > 1 && take.number === take.room),
      },
      {
        id: 'line',
        rules: 'lines',
        figure: 'lines',
        gone: later(1),
        fits: (scene) =>
          those(scene, (take) => take.room === take.line && take.line > take.number && take.line - take.number <= 2),
      },
      {
        id: 'centre',
        rules: 'centre',
        figure: 'marker',
        gone: later(1),
        fits: (scene) => {
          const fitting = those(scene, (take) => take.source === 'C' && take.number <= take.room);
          return viewOf(scene).marker === null ? fitting : [];
        },
      },
      {
        id: 'add',
        rules: 'lines',
        figure: 'lines',
        gone: later(1),
        fits: (scene) => those(scene, (take) => take.room < take.line && take.number <= take.room),
      },
      { id: 'floor', rules: 'floor', figure: 'floor', gone: later(1), reads: () => ({}) },
      {
        id: 'tiling',
        rules: 'tiling',
        figure: 'tiling',
        gone: later(1),
        reads: (scene) => (handfulsLeft(scene) <= LAST_HANDFULS ? {} : null),
      },
      {
        id: 'bar',
        rules: 'lines',
        reads: (scene) => {
          const events = eventsFor(scene);
          const tiled = events.flatMap((event) => (event.event === 'Tiled' ? [event] : []));
          if (!tiled[0]) return null;
          const points = tn(
            'points',
            tiled.reduce((sum, event) => sum + event.points, 0),
          );
          const lost = events.reduce((sum, event) => sum + (event.event === 'Penalised' ? event.lost : 0), 0);
          const { line, tile } = tiled[0];
          return {
            n: tiled.length,
            points: lost ? coachWords.say('azul.bar.less', 'azul', { points, lost }) : points,
            line,
            colour: colourName(tile),
          };
        },
        gone: (scene) => scene.view.round > 1 && boardOf(scene).wall.every((row) => row === '.....'),
      },
      {
        id: 'neighbour',
        rules: 'scoring',
        figure: 'score',
        gone: later(2),
        fits: (scene) => {
          const touching = (take: Handful) => neighbours(scene, take.line - 1, take.tiles) > 0;
          return firstOf(
            those(scene, (take) => take.number === take.room && touching(take)),
            those(scene, (take) => take.number <= take.room && take.room - take.number <= 1 && touching(take)),
          );
        },
      },
    ],
  },
  {
    table: 'azul-2',
    lessons: [
      {
        id: 'finish',
        rules: 'end',
        figure: 'bonusRow',
        fits: (scene) =>
          those(
            scene,
            (take) => boardOf(scene).wall[take.line - 1]!.split('.').length === 2 && take.number >= take.room,
          ),
        gone: (scene) =>
          scene.over ||
          boardOf(scene).wall.every(
            (row, i) => row.split('.').length !== 2 || boardOf(scene).lines[i]!.length === i + 1,
          ),
      },
      {
        id: 'colour',
        rules: 'end',
        figure: 'bonusColour',
        fits: (scene) => those(scene, (take) => lacksOne(scene, take.line - 1, take.tiles) && take.number >= take.room),
        gone: (scene) => scene.over,
      },
      {
        id: 'rest',
        same: true,
        many: true,
        rules: 'floor',
        figure: 'floor',
        fits: (scene) => {
          const fall = (take: Handful) => Math.max(0, take.number - take.room);
          const least = Math.min(...handfuls(scene).map(fall));
          return firstOf(
            those(scene, (take) => fall(take) === least),
            [...scene.legal],
          );
        },
        gone: (scene) => scene.over,
      },
      {
        id: 'bonus',
        rules: 'end',
        figure: 'bonusColumn',
        reads: (scene) => (scene.over ? { score: tn('points', boardOf(scene).score) } : null),
      },
    ],
  },
];
