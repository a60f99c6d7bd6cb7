// The HTTP side of the server: one function a request.

import type {
  Answer,
  BotInfo,
  BotToken,
  Catalogue,
  Foreseen,
  Frame,
  Imported,
  Joining,
  LineAt,
  LookAt,
  Me,
  NewTable,
  PlayOn,
  Position,
  Problem,
  Replay,
  Review,
  TableInfo,
  TryAt,
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

let welcomed: Promise<Me> | null = null;

/** Who one is. The first request makes a guest; all others wait for it, so that one browser never becomes two guests. */
function me(): Promise<Me> {
  welcomed ??= ask<Me>('GET', '/me').catch((error: unknown) => {
    welcomed = null;
    throw error;
  });
  return welcomed;
}

async function asGuest<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
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
    throw new Refusal(answer.status, said.error ?? '', said.text ?? answer.statusText);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

const replayAt = (id: string) => `/replays/${encodeURIComponent(id)}`;

export const api = {
  me,
  rename: (nickname: string) => (welcomed = asGuest<Me>('PATCH', '/me', { nickname })),
  catalogue: () => ask<Catalogue>('GET', '/catalogue'),
  make: (table: NewTable) => asGuest<TableInfo>('POST', '/tables', table),
  mine: () => asGuest<TableInfo[]>('GET', '/me/tables'),
  bots: () => asGuest<BotInfo[]>('GET', '/me/bots'),
  makeBot: (name: string) => asGuest<BotToken>('POST', '/me/bots', { name }),
  removeBot: (id: string) => asGuest<undefined>('DELETE', `/me/bots/${id}`),
  lobby: () => asGuest<TableInfo[]>('GET', '/tables'),
  table: (id: string) => ask<TableInfo>('GET', `/tables/${id}`),
  join: (id: string, joining: Joining) => asGuest<TableInfo>('POST', `/tables/${id}/join`, joining),
  leave: (id: string) => asGuest<undefined>('POST', `/tables/${id}/leave`),
  view: (id: string) => asGuest<View>('GET', `/tables/${id}/view`),
  lesson: (name: string) => asGuest<TableInfo>('POST', `/lessons/${name}`),
  rematch: (id: string) => asGuest<TableInfo>('POST', `/tables/${id}/rematch`),
  replay: (id: string) => ask<Replay>('GET', replayAt(id)),
  /** A game in hindsight, as soon as more of its moves are judged than one knows of. */
  review: (id: string, known = -1) => asGuest<Review>('GET', `${replayAt(id)}/review?known=${known}`),
  playOn: (id: string, wish: PlayOn) => asGuest<TableInfo>('POST', `${replayAt(id)}/play`, wish),
  position: (id: string, ply: number) => asGuest<Position>('POST', `${replayAt(id)}/position`, { ply }),
  lookAt: (id: string, look: LookAt) => asGuest<Foreseen[]>('POST', `${replayAt(id)}/look`, look),
  tryAt: (id: string, one: TryAt) => asGuest<Answer>('POST', `${replayAt(id)}/try`, one),
  lineAt: (id: string, line: LineAt) => asGuest<Frame[]>('POST', `${replayAt(id)}/line`, line),
  bring: (record: string) => asGuest<Imported>('POST', '/records', record),
};

export const socketAddress = (id: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/tables/${id}`;
