/** Notices on this device. `unsupported`: by the browser, or the portal is opened without https. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** How long a new service worker may take to install. */
const WORKER_TIMEOUT_MS = 20_000;

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  isSupported() ? navigator.serviceWorker.getRegistration() : undefined;

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  // it is registered only after the first page has loaded
  const registration = await findRegistration();
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Asks for the permission. Null if it is refused. */
export async function subscribePush(serverKey: string) {
  if (!isSupported() || (await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await activeRegistration();
  const subscribed = await pushManager.getSubscription();
  // the subscription is bound to an earlier key of the portal
  if (subscribed && keyOf(subscribed) !== serverKey) await subscribed.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: serverKey };
  return factsOf(await pushManager.subscribe(options));
}

/** Fails if the service worker cannot be installed, while `ready` waits for ever. */
const activeRegistration = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) =>
      setTimeout(reject, WORKER_TIMEOUT_MS, new Error('the service worker is not active')),
    ),
  ]);

/** Null unless this browser is subscribed. */
export async function findSubscription() {
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  return subscription ? factsOf(subscription) : null;
}

export async function unsubscribePush() {
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

const factsOf = (subscription: PushSubscription) => {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return {
    endpoint,
    keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
    serverKey: keyOf(subscription),
  };
};

const keyOf = ({ options: { applicationServerKey } }: PushSubscription): string => {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
