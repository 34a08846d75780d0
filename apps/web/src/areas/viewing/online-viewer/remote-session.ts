import type { RemoteSession as OpenedSession } from '@snimok/contract/viewing/online-viewer';
import type { z } from 'zod';

/** A session as the server opens it; servers of earlier versions send no study with it. */
export type Opened = z.output<typeof OpenedSession>;

/**
 * What a `remoteSessionURL` opens: the portal's own viewer with the ticket from the fragment, a workstation
 * of the centre by remote desktop, or a page of another origin.
 */
export type RemoteSession =
  | { kind: 'viewer'; ticket: string; study?: Opened['study'] }
  | { kind: 'desktop'; url: string }
  | { kind: 'page'; url: string };

export function readRemoteSession(
  { remoteSessionURL, study }: Opened,
  ownOrigin: string = location.origin,
): RemoteSession {
  const { protocol, origin, pathname, hash } = new URL(remoteSessionURL);
  if (protocol === 'ws:' || protocol === 'wss:') return { kind: 'desktop', url: remoteSessionURL };
  if (origin === ownOrigin && pathname === '/viewer')
    return { kind: 'viewer', ticket: hash.slice(1), ...(study && { study }) };
  return { kind: 'page', url: remoteSessionURL };
}
