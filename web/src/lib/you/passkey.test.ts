import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, make, possibleHere, sign, textOf } from './passkey';

const buffer = (...bytes: number[]) => Uint8Array.from(bytes).buffer;

afterEach(() => vi.unstubAllGlobals());

it('writes bytes as browsers and servers do', () => {
  expect(textOf(buffer(0xfb, 0xff, 0xfe))).toBe('-__-');
  expect(textOf(buffer(1))).toBe('AQ');
  expect([...bytesOf('-__-')]).toEqual([0xfb, 0xff, 0xfe]);
  expect([...bytesOf('AQ')]).toEqual([1]);
});

it('knows where there can be none', () => {
  expect(possibleHere('no-name')).toBe('no-name');
  vi.stubGlobal('isSecureContext', false);
  expect(possibleHere('yes')).toBe('no-https');
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials: undefined });
  expect(possibleHere('yes')).toBe('no-browser');
  vi.stubGlobal('navigator', { credentials: {} });
  expect(possibleHere('yes')).toBe('yes');
});

describe('a browser', () => {
  const response = { clientDataJSON: buffer(1), attestationObject: buffer(2) };
  const signed = { clientDataJSON: buffer(1), authenticatorData: buffer(2), signature: buffer(3), userHandle: null };
  const key = { id: 'AQ', rawId: buffer(1), type: 'public-key' };

  it('is handed bytes, and what it makes travels as text', async () => {
    const create = vi.fn().mockResolvedValue({ ...key, response });
    vi.stubGlobal('navigator', { credentials: { create } });
    const made = await make({ challenge: 'AQ', user: { id: 'Ag', name: 'Ada' }, excludeCredentials: [{ id: 'Aw' }] });
    const { publicKey } = create.mock.calls[0]![0];
    expect([...publicKey.challenge, ...publicKey.user.id, ...publicKey.excludeCredentials[0].id]).toEqual([1, 2, 3]);
    expect(made).toMatchObject({ id: 'AQ', rawId: 'AQ', response: { clientDataJSON: 'AQ', attestationObject: 'Ag' } });
  });

  it('signs', async () => {
    const get = vi.fn().mockResolvedValue({ ...key, response: signed });
    vi.stubGlobal('navigator', { credentials: { get } });
    const told = await sign({ challenge: 'AQ', rpId: 'localhost' });
    expect([...get.mock.calls[0]![0].publicKey.challenge]).toEqual([1]);
    expect(told).toMatchObject({ response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw' } });
    expect(told).not.toHaveProperty('response.userHandle');
  });
});
