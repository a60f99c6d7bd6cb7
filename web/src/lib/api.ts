// The HTTP side of the server: one function a request.

import type { Catalogue, Joining, Me, NewTable, Problem, TableInfo } from './wire';

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) {
    const said = (await answer.json().catch(() => ({}))) as Partial<Problem>;
    throw new Refusal(answer.status, said.text ?? answer.statusText);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

export const api = {
  me: () => ask<Me>('GET', '/me'),
  rename: (nickname: string) => ask<Me>('PATCH', '/me', { nickname }),
  catalogue: () => ask<Catalogue>('GET', '/catalogue'),
  make: (table: NewTable) => ask<TableInfo>('POST', '/tables', table),
  mine: () => ask<TableInfo[]>('GET', '/me/tables'),
  lobby: () => ask<TableInfo[]>('GET', '/tables'),
  table: (id: string) => ask<TableInfo>('GET', `/tables/${id}`),
  join: (id: string, joining: Joining) => ask<TableInfo>('POST', `/tables/${id}/join`, joining),
  rematch: (id: string) => ask<TableInfo>('POST', `/tables/${id}/rematch`),
};

export const socketAddress = (id: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/tables/${id}`;
