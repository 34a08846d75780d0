/**
 * What a `remoteSessionURL` opens: the portal's own viewer, with the ticket of its fragment; a desktop from afar; or a
 * page somewhere else, which gets a tab of its own.
 */
export type RemoteSession =
  { kind: 'viewer'; ticket: string } | { kind: 'desktop'; url: string } | { kind: 'page'; url: string };

export function readRemoteSession(remoteSessionURL: string, own: string = location.origin): RemoteSession {
  const { protocol, origin, pathname, hash } = new URL(remoteSessionURL);
  if (protocol === 'ws:' || protocol === 'wss:') return { kind: 'desktop', url: remoteSessionURL };
  if (origin === own && pathname === '/viewer') return { kind: 'viewer', ticket: hash.slice(1) };
  return { kind: 'page', url: remoteSessionURL };
}
