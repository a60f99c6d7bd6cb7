// The HTTP side of the server: one function a request.

import { forget, newSalt, note } from './fair';
import { door } from './you/door.svelte';
import type {
  Answer,
  Bond,
  BotInfo,
  BotToken,
  Calling,
  Catalogue,
  ChallengeWish,
  ClubBrief,
  ClubDoor,
  ClubInfo,
  Consent,
  DealOfTheDay,
  Counted,
  DeviceLink,
  Foreseen,
  Frame,
  Identity,
  Imported,
  Joining,
  LineAt,
  LookAt,
  Me,
  NewClub,
  NewTable,
  NewTournament,
  PlayItOut,
  OddsAt,
  PlayOn,
  Position,
  People,
  Problem,
  PuzzleDesk,
  PuzzleHelp,
  PuzzleInfo,
  PuzzleWish,
  Promise as Promised,
  PushInfo,
  PushSubscription,
  Quiet,
  QuietHours,
  Recovery,
  Replay,
  Review,
  Seek,
  SeekState,
  SigningIn,
  TableInfo,
  TournamentBrief,
  TournamentInfo,
  TryAt,
  VacationInfo,
  View,
} from './wire';

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** A word for programs. */
    readonly error: string,
    text: string,
  ) {
    super(text);
  }
}

/** What a passkey is made of or has to sign, as the browser defines it. */
export type Options = Record<string, unknown>;

let welcomed: Promise<Me> | null = null;

/** Who one is. The first request makes a guest; all others wait for it, so that one browser never becomes two guests. */
function me(): Promise<Me> {
  welcomed ??= ask<Me>('GET', '/me').catch((error: unknown) => {
    welcomed = null;
    throw error;
  });
  return welcomed;
}

export async function asGuest<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  await me();
  return ask<Answer>(method, path, body);
}

/** A body that is a text already travels as it is: a file that somebody brings. */
async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  if (!answer.ok) {
    const said = (await answer.json().catch(() => ({}))) as Partial<Problem>;
    door.shut ||= said.error === 'banned';
    throw new Refusal(answer.status, said.error ?? '', said.text ?? answer.statusText);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

/** Who one is, asked for anew: one's name is kept now, say. */
function meAgain(): Promise<Me> {
  welcomed = null;
  return me();
}

const puzzleAt = (id: string) => `/puzzles/${encodeURIComponent(id)}`;
/** A table in whose chance one has a part: a promise first, then one's salt. */
async function begin(path: string, wish: object): Promise<TableInfo> {
  const { ticket } = await asGuest<Promised>('POST', '/promises');
  const salt = newSalt();
  return kept(await ask<TableInfo>('POST', path, { ...wish, share: { ticket, salt } }), salt);
}

async function join(id: string, joining: Joining): Promise<TableInfo> {
  const salt = newSalt();
  return kept(await asGuest<TableInfo>('POST', `/tables/${id}/join`, { ...joining, salt }), salt);
}

function kept(table: TableInfo, salt: string): TableInfo {
  if (table.promise && table.salts?.includes(salt)) note(table.id, { promise: table.promise, salt });
  return table;
}

const tournamentAt = (id: string) => `/tournaments/${encodeURIComponent(id)}`;
const clubAt = (id: string) => `/clubs/${encodeURIComponent(id)}`;
const replayAt = (id: string) => `/replays/${encodeURIComponent(id)}`;

export const api = {
  me,
  meAgain,
  /** Be called otherwise; where that is refused one is still who one was. */
  async rename(nickname: string): Promise<Me> {
    const renamed = await asGuest<Me>('PATCH', '/me', { nickname });
    welcomed = Promise.resolve(renamed);
    return renamed;
  },
  identity: () => asGuest<Identity>('GET', '/me/identity'),
  openSession: () => asGuest<Me>('POST', '/me/sessions'),
  endSession: (id: string) => asGuest<undefined>('DELETE', `/me/sessions/${id}`),
  endOthers: () => asGuest<undefined>('DELETE', '/me/sessions'),
  makeCode: () => asGuest<Recovery>('POST', '/me/code'),
  makeLink: () => asGuest<DeviceLink>('POST', '/me/link'),
  passkeyOptions: () => asGuest<Options>('POST', '/me/passkeys/options'),
  takePasskey: (credential: object) => asGuest<Me>('POST', '/me/passkeys', { credential }),
  removePasskey: (id: string) => asGuest<undefined>('DELETE', `/me/passkeys/${encodeURIComponent(id)}`),
  signInOptions: () => asGuest<Options>('POST', '/sign-in/options'),
  signIn: (how: SigningIn) => asGuest<Me>('POST', '/sign-in', how),
  calling: () => asGuest<Calling>('GET', '/me/calling'),
  callHere: (browser: PushSubscription) => asGuest<PushInfo>('POST', '/me/push', browser),
  callNoMore: (endpoint: string) => asGuest<undefined>('POST', '/me/push/end', { endpoint }),
  removePush: (id: string) => asGuest<undefined>('DELETE', `/me/push/${id}`),
  keepQuiet: (quiet: Quiet | null) => asGuest<QuietHours>('PUT', '/me/quiet', { quiet }),
  goAway: (days: number) => asGuest<VacationInfo>('PUT', '/me/vacation', { days }),
  comeBack: () => asGuest<VacationInfo>('DELETE', '/me/vacation'),
  people: () => asGuest<People>('GET', '/me/people'),
  sayOf: (id: string, kind: Bond['kind']) => asGuest<People>('PUT', `/me/people/${id}`, { kind }),
  unsay: (id: string) => asGuest<People>('DELETE', `/me/people/${id}`),
  challenge: (wish: ChallengeWish) => begin('/challenges', wish),
  decline: (id: string) => asGuest<undefined>('POST', `/tables/${id}/decline`),
  seek: () => asGuest<SeekState>('GET', '/me/seek'),
  beginSeek: (wish: Seek) => asGuest<SeekState>('PUT', '/me/seek', wish),
  endSeek: () => asGuest<undefined>('DELETE', '/me/seek'),
  deleteMe: () => ask<undefined>('DELETE', '/me'),
  catalogue: () => ask<Catalogue>('GET', '/catalogue'),
  make: (table: NewTable) => begin('/tables', table),
  mine: () => asGuest<TableInfo[]>('GET', '/me/tables'),
  bots: () => asGuest<BotInfo[]>('GET', '/me/bots'),
  makeBot: (name: string) => asGuest<BotToken>('POST', '/me/bots', { name }),
  removeBot: (id: string) => asGuest<undefined>('DELETE', `/me/bots/${id}`),
  tournaments: () => asGuest<TournamentBrief[]>('GET', '/tournaments'),
  holdTournament: (wish: NewTournament) => asGuest<TournamentInfo>('POST', '/tournaments', wish),
  tournament: (id: string) => asGuest<TournamentInfo>('GET', tournamentAt(id)),
  closeTournament: (id: string) => asGuest<undefined>('DELETE', tournamentAt(id)),
  enterTournament: (id: string) => asGuest<TournamentInfo>('POST', `${tournamentAt(id)}/enter`, {}),
  leaveTournament: (id: string) => asGuest<TournamentInfo>('POST', `${tournamentAt(id)}/leave`),
  beginTournament: (id: string) => asGuest<TournamentInfo>('POST', `${tournamentAt(id)}/begin`),
  addBots: (id: string, level: string) => asGuest<TournamentInfo>('POST', `${tournamentAt(id)}/bots`, { level }),
  clubs: () => asGuest<ClubBrief[]>('GET', '/me/clubs'),
  foundClub: (wish: NewClub) => asGuest<ClubInfo>('POST', '/clubs', wish),
  club: (id: string, back = 0) => asGuest<ClubInfo>('GET', `${clubAt(id)}?back=${back}`),
  changeClub: (id: string, wish: NewClub) => asGuest<ClubInfo>('PATCH', clubAt(id), wish),
  closeClub: (id: string) => asGuest<undefined>('DELETE', clubAt(id)),
  clubDoor: (id: string, invitation: string) =>
    asGuest<ClubDoor>('GET', `${clubAt(id)}/door?invitation=${encodeURIComponent(invitation)}`),
  joinClub: (id: string, invitation: string) => asGuest<ClubInfo>('POST', `${clubAt(id)}/join`, { invitation }),
  leaveClub: (id: string) => asGuest<undefined>('POST', `${clubAt(id)}/leave`),
  removeMember: (id: string, member: string) => asGuest<ClubInfo>('POST', `${clubAt(id)}/remove`, { member }),
  handClubOver: (id: string, member: string) => asGuest<ClubInfo>('POST', `${clubAt(id)}/host`, { member }),
  inviteAnew: (id: string) => asGuest<ClubInfo>('POST', `${clubAt(id)}/invitation`),
  lobby: () => asGuest<TableInfo[]>('GET', '/tables'),
  table: (id: string) => ask<TableInfo>('GET', `/tables/${id}`),
  join,
  async leave(id: string): Promise<void> {
    await asGuest<undefined>('POST', `/tables/${id}/leave`);
    forget(id);
  },
  view: (id: string) => asGuest<View>('GET', `/tables/${id}/view`),
  lesson: (name: string) => asGuest<TableInfo>('POST', `/lessons/${name}`),
  rematch: (id: string) => begin(`/tables/${id}/rematch`, {}),
  replay: (id: string) => ask<Replay>('GET', replayAt(id)),
  /** A game in hindsight, as soon as more of its moves are judged than one knows of. */
  review: (id: string, known = -1) => asGuest<Review>('GET', `${replayAt(id)}/review?known=${known}`),
  playOn: (id: string, wish: PlayOn) => begin(`${replayAt(id)}/play`, wish),
  position: (id: string, ply: number) => asGuest<Position>('POST', `${replayAt(id)}/position`, { ply }),
  lookAt: (id: string, look: LookAt) => asGuest<Foreseen[]>('POST', `${replayAt(id)}/look`, look),
  tryAt: (id: string, one: TryAt) => asGuest<Answer>('POST', `${replayAt(id)}/try`, one),
  oddsAt: (id: string, at: OddsAt) => asGuest<Counted['odds']>('POST', `${replayAt(id)}/odds`, at),
  lineAt: (id: string, line: LineAt) => asGuest<Frame[]>('POST', `${replayAt(id)}/line`, line),
  puzzles: (game: string) => asGuest<PuzzleDesk>('GET', `/me/puzzles/${game}`),
  puzzle: (wish: PuzzleWish) => asGuest<PuzzleInfo>('POST', '/puzzles', wish),
  puzzleOf: (id: string) => asGuest<PuzzleInfo>('GET', puzzleAt(id)),
  lookInPuzzle: (id: string, moves: (string | null)[]) =>
    asGuest<Foreseen[]>('POST', `${puzzleAt(id)}/look`, { moves }),
  tryPuzzle: (id: string, move: string) => asGuest<PuzzleInfo>('POST', `${puzzleAt(id)}/try`, { move }),
  help: (id: string, help: PuzzleHelp) => asGuest<PuzzleInfo>('POST', `${puzzleAt(id)}/hint`, help),
  playOut: (id: string, wish: PlayItOut) => asGuest<TableInfo>('POST', `${puzzleAt(id)}/play`, wish),
  deal: (game: string) => asGuest<DealOfTheDay>('GET', `/deals/${game}`),
  playDeal: (game: string) => asGuest<TableInfo>('POST', `/deals/${game}`),
  consent: () => asGuest<Consent>('GET', '/me/consent'),
  giveConsent: (puzzles: boolean) => asGuest<Consent>('PATCH', '/me/consent', { puzzles }),
  record: (id: string) => ask<Record<string, unknown>>('GET', `/records/${encodeURIComponent(id)}`),
  bring: (record: string) => asGuest<Imported>('POST', '/records', record),
};

export const socketAddress = (id: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/tables/${id}`;
