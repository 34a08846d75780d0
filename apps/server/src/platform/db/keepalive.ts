/**
 * A host that is cut off says no goodbye. The server asks each side of a silent connection whether it is there, and ends
 * the session, with the locks it holds, when nobody has answered for 14 seconds: a quarter of a minute, not the two hours
 * of the system's default. What the operator says of keepalives in DATABASE_URL stands.
 */
const SETTINGS = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 3,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 14_000,
};

export const withServerKeepalives = (databaseURL: string): string => {
  const [address = '', query = ''] = databaseURL.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const given = parameters.get('options') ?? '';
  if (/tcp_(keepalives|user_timeout)/.test(given)) return databaseURL;
  const ours = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
  parameters.set('options', [given, ...ours].filter(Boolean).join(' '));
  return `${address}?${parameters}`;
};

/** The client's side of it: the system asks from then on, each second, ten times. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };
