// Passkeys between the server's JSON, where bytes are base64url, and the browser, where they are buffers. The newest browsers
// could do it by themselves; these few lines spare the others.

import type { Options } from '../api';
import type { Identity } from '../wire';

export type Possible = Identity['possible'] | 'no-browser';

/** Whether there can be passkeys here, or why not, from what the server knows and what the browser does. */
export function possibleHere(told: Identity['possible']): Possible {
  if (told !== 'yes') return told;
  if (!isSecureContext) return 'no-https';
  return 'PublicKeyCredential' in globalThis && navigator.credentials ? 'yes' : 'no-browser';
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return plain.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

interface Described {
  id: string;
  type: PublicKeyCredentialType;
}

const described = (keys: unknown) => ((keys ?? []) as Described[]).map((key) => ({ ...key, id: bytesOf(key.id) }));

/** Let the device make a passkey; what the server is told of it. */
export async function make(options: Options): Promise<object> {
  const user = options.user as { id: string; name: string; displayName: string };
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...(options as Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user'>),
    challenge: bytesOf(options.challenge as string),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: described(options.excludeCredentials),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return told(made, { clientDataJSON, attestationObject });
}

/** Let a passkey of the device sign; what the server is told of it. */
export async function sign(options: Options): Promise<object> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...(options as Omit<PublicKeyCredentialRequestOptions, 'challenge'>),
    challenge: bytesOf(options.challenge as string),
    allowCredentials: described(options.allowCredentials),
  };
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    signed.response as AuthenticatorAssertionResponse;
  return told(signed, { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) });
}

function told(key: PublicKeyCredential, response: Record<string, ArrayBuffer>): object {
  const texts = Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, textOf(bytes)]));
  return { id: key.id, rawId: textOf(key.rawId), type: key.type, response: texts, clientExtensionResults: {} };
}
