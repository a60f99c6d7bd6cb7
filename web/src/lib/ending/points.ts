// Where the points of a finished game came from: by round and by kind, from what the log tells and the final points of the end.

import type { Ending, LogEntry } from '../wire';

export interface Round {
  n: number;
  /** By seat: what tiles brought, and what was lost beside it; never netted. */
  gained: number[];
  lost: number[];
}

export interface Kind {
  /** `tiles`, `special-tiles`, `plates`, `losses`, `other`, or the name of a final bonus. */
  what: string;
  points: number[];
}

export interface Points {
  rounds: Round[];
  kinds: Kind[];
}

/** The entries that stand: a move that was taken back has brought nothing. */
function standing(log: LogEntry[]): LogEntry[] {
  const kept: LogEntry[] = [];
  for (const entry of log) {
    if (entry.what === 'takeback')
      kept.splice(
        kept.findLastIndex((one) => one.what === 'move'),
        1,
      );
    else kept.push(entry);
  }
  return kept;
}

export function pointsOf(log: LogEntry[], ending: Ending): Points {
  const seats = ending.scores.map((_, seat) => seat);
  const none = () => seats.map(() => 0);
  const sums: Record<'tiles' | 'specials' | 'plates' | 'losses', number[]> = {
    tiles: none(),
    specials: none(),
    plates: none(),
    losses: none(),
  };
  const rounds: Round[] = [];
  let now: Round = { n: 1, gained: none(), lost: none() };
  const gain = (kind: 'tiles' | 'specials', seat: number, n: number) => {
    sums[kind][seat]! += n;
    now.gained[seat]! += n;
  };
  const lose = (kind: 'plates' | 'losses', seat: number, n: number) => {
    sums[kind][seat]! -= n;
    now.lost[seat]! += n;
  };
  for (const entry of standing(log)) {
    for (const event of entry.events) {
      if (event.event === 'Tiled') gain('tiles', event.seat, event.points);
      else if (event.event === 'SpecialPlaced') gain('specials', event.seat, event.points);
      else if (event.event === 'PlateDrawn') lose('plates', event.seat, event.paid);
      else if (event.event === 'Penalised') lose('losses', event.seat, event.lost);
      else if (event.event === 'RoundEnded') {
        rounds.push({ ...now, n: event.round });
        now = { n: event.round + 1, gained: none(), lost: none() };
      }
    }
  }
  if ([...now.gained, ...now.lost].some(Boolean)) rounds.push(now);
  return { rounds, kinds: kindsOf(sums, ending) };
}

/** They add up to the score: what the log does not tell, as of a game that began in the middle, has a row of its own. */
function kindsOf(sums: Record<'tiles' | 'specials' | 'plates' | 'losses', number[]>, ending: Ending): Kind[] {
  const bonuses = Object.keys(ending.breakdown[0] ?? {}).filter((part) => part !== 'rounds');
  const final = bonuses.map((what) => ({ what, points: ending.breakdown.map((parts) => parts[what] ?? 0) }));
  const kinds: Kind[] = [
    { what: 'tiles', points: sums.tiles },
    { what: 'special-tiles', points: sums.specials },
    ...final,
    { what: 'plates', points: sums.plates },
    { what: 'losses', points: sums.losses },
  ];
  const told = ending.scores.map((_, seat) => kinds.reduce((sum, kind) => sum + kind.points[seat]!, 0));
  const other = ending.scores.map((score, seat) => score - told[seat]!);
  const always = new Set(['tiles', 'losses', ...bonuses]);
  return [...kinds, { what: 'other', points: other }].filter(
    ({ what, points }) => always.has(what) || points.some(Boolean),
  );
}

/** A number with a sign that is wide enough to be seen. */
export const signed = (n: number, plus = true): string => (n < 0 ? `−${-n}` : plus && n > 0 ? `+${n}` : String(n));
