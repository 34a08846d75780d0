/**
 * What a `remoteSessionURL` opens: the portal's own viewer with the ticket from the fragment, a workstation
 * of the centre by remote desktop, or a page of another origin.
 */
export type RemoteSession =
  { kind: 'viewer'; ticket: string } | { kind: 'desktop'; url: string } | { kind: 'page'; url: string };

export function readRemoteSession(
  remoteSessionURL: string,
  ownOrigin: string = location.origin,
): RemoteSession {
  const { protocol, origin, pathname, hash } = new URL(remoteSessionURL);
  if (protocol === 'ws:' || protocol === 'wss:') return { kind: 'desktop', url: remoteSessionURL };
  if (origin === ownOrigin && pathname === '/viewer') return { kind: 'viewer', ticket: hash.slice(1) };
  return { kind: 'page', url: remoteSessionURL };
}
