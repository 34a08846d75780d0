/**
 * A host that loses the network does not close its connections. With these settings of the session the server probes a
 * silent connection, and ends the session and its locks after 14 seconds without an answer. The system's default is two
 * hours.
 */
const SETTINGS = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 3,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 14_000,
};

/** Keepalive settings that the operator has written into DATABASE_URL take precedence. */
const withServerKeepalives = (databaseURL: string): string => {
  const [address = '', query = ''] = databaseURL.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const given = parameters.get('options') ?? '';
  if (/tcp_(keepalives|user_timeout)/.test(given)) return databaseURL;
  const added = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
  parameters.set('options', [given, ...added].filter(Boolean).join(' '));
  return `${address}?${parameters}`;
};

/** For the client's side: after five seconds of silence the system probes every second, ten times (Linux, set by libuv). */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** Options of a pool or a single connection with the keepalives of both sides. */
export const connectionOptions = (databaseURL = '') => ({
  ...keepAliveOptions,
  connectionString: withServerKeepalives(databaseURL),
});
