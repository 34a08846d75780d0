// The service worker: it keeps the application's own files, so that a reload needs few bytes and also works without a
// connection. It never stores a response of the API, of the store or of DICOMweb. See docs/decisions/0043.

const { version, shell, rest } = BUILD;
const PREFIX = 'assets-';
const CACHE = PREFIX + version;
/** If the server takes longer, the stored page is shown. */
const PAGE_TIMEOUT_MS = 4000;
const NO_PAGES = /^\/(api|storage|connection|assets|healthz|readyz|metrics|programs)(\/|$)/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) =>
  event.waitUntil(removeUnused().then(() => self.clients.claim())),
);
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(assetFor(request));
  else if (request.mode === 'navigate' && !NO_PAGES.test(pathname)) event.respondWith(pageFor(request));
});

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

async function install() {
  const page = await fetch('/', { cache: 'no-store' });
  const html = await page.clone().text();
  // during an update another server may still answer with the page of the old version
  if (!page.ok || !shell.every((path) => html.includes(path)))
    throw new Error('the page has another version');
  const cache = await caches.open(CACHE);
  await cache.addAll(shell);
  await cache.put('/', page);
  self.skipWaiting();
  // an open page can then load its other chunks after an update has removed them from the server
  if (!self.navigator.connection?.saveData) for (const path of rest) await addIfServed(cache, path);
}

/** Ignores failures: a page loads from the server what the cache lacks, and reports what cannot be loaded. */
const addIfServed = (cache, path) => cache.add(path).catch(() => undefined);

/** Deletes the caches of older versions, except those whose name is the name of a lock that an open page holds. */
async function removeUnused() {
  const { held = [] } = (await self.navigator.locks?.query()) ?? {};
  const used = new Set([CACHE, ...held.map(({ name }) => name)]);
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && !used.has(name)).map((name) => caches.delete(name)),
  );
}

/** Names of assets contain a hash of their content, so a stored one is never out of date. */
const assetFor = async (request) => (await caches.match(request.url)) ?? fetch(request);

async function pageFor(request) {
  const fresh = fetch(request);
  const stored = await (await caches.open(CACHE)).match('/');
  if (!stored) return fresh;
  const timeout = new Promise((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS));
  // without a connection the stored page is shown
  const answer = await Promise.race([fresh.catch(() => undefined), timeout]);
  // 502 and above: the load balancer answers in place of the portal
  return answer && answer.status < 502 ? answer : stored;
}

/** Shows a push message of the portal: title, body, path and tag. Browsers require that each message is shown. */
async function showNotice(data) {
  const { title = 'Снимок', body = 'Откройте портал.', path = '/', tag } = readNotice(data);
  await self.registration.showNotification(title, {
    ...{ body, tag, lang: 'ru', icon: '/icon-192.png', badge: '/icon-192.png' },
    // a second message with the same tag alerts the user too
    renotify: tag !== undefined,
    data: { path },
  });
}

function readNotice(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

/** Shows the page in an open window of the portal, or in a new one. */
async function openPage(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return void (await self.clients.openWindow(url));
  // a window that this worker does not control cannot be navigated
  const led = await open.navigate(url).catch(() => null);
  await (led ? led.focus() : self.clients.openWindow(url));
}
