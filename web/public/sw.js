// Called by a push service: says that it is one's turn, and opens the table. It keeps no files and answers no requests of pages,
// so that no page is ever an old one.

const WORDS = {
  en: { title: 'Your turn', text: 'A table is waiting for you.', stop: 'No more notifications' },
  fr: { title: 'À vous de jouer', text: 'Une table vous attend.', stop: 'Ne plus me prévenir' },
  it: { title: 'Tocca a te', text: 'Un tavolo ti aspetta.', stop: 'Basta notifiche' },
};
const TABLE = /^[a-z0-9]{1,40}$/;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(event.action === 'stop' ? stop() : open(event.notification.tag));
});

function read(data) {
  try {
    const { table, language } = data.json();
    return { table: TABLE.test(table) ? table : '', words: WORDS[language] ?? WORDS.en };
  } catch {
    return { table: '', words: WORDS.en };
  }
}

async function show(data) {
  const { table, words } = read(data);
  await self.registration.showNotification(words.title, {
    body: words.text,
    tag: table, // a later call takes the place of an earlier one
    icon: '/icon-192.png',
    actions: [{ action: 'stop', title: words.stop }],
  });
  const shown = await self.registration.getNotifications();
  await self.navigator.setAppBadge?.(Math.max(1, shown.length));
}

async function open(table) {
  const path = table ? `/t/${table}` : '/';
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(table ? `${path}#called` : path));
}

async function stop() {
  const subscription = await self.registration.pushManager.getSubscription();
  if (!subscription) return;
  const body = JSON.stringify({ endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  const headers = { 'content-type': 'application/json' };
  await fetch('/api/me/push/end', { method: 'POST', headers, body });
}
