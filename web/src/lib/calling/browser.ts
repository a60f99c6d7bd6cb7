// Being called by a push service in this browser: whether that can be, and how it begins and ends.

import { api } from '../api';
import type { Calling } from '../wire';
import { words } from '../words.svelte';

export type Possible = 'yes' | 'not-installed' | 'no-https' | 'home-screen' | 'no-browser' | 'forbidden';

/** Whether this browser can be called, as far as one can tell before one asks. */
export function possibleHere(server: Calling['possible']): Possible {
  if (server !== 'yes') return server;
  if (!window.isSecureContext) return 'no-https';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApple() ? 'home-screen' : 'no-browser';
  return Notification.permission === 'denied' ? 'forbidden' : 'yes';
}

/** On iPhones and iPads only what was put on the Home Screen can be called. */
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Ask to be called here; false where the person did not allow it. */
export async function begin(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && !isOf(known, key)) await known.unsubscribe();
  await tell(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: raw(key) }));
  return true;
}

/** Tell the server about this browser, also in which language it is to be called. */
export async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await api.callHere({
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    language: words.language,
  });
}

export async function end(): Promise<void> {
  const subscription = await subscriptionHere();
  if (!subscription) return;
  await subscription.unsubscribe();
  await api.callNoMore(subscription.endpoint);
}

/** The id under which the server knows an endpoint. */
export async function idOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isOf = (subscription: PushSubscription, key: string): boolean => {
  const own = subscription.options.applicationServerKey;
  return own !== null && String(new Uint8Array(own)) === String(raw(key));
};

const raw = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
