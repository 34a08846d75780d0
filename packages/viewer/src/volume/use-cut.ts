import { useEffect, useState, useSyncExternalStore } from 'react';
import type { VolumeRequests } from './messages.ts';
import type { VolumeClient } from './volume-client.ts';

type PictureKind = 'slice' | 'sheet';

interface Cut<K extends PictureKind> {
  request: VolumeRequests[K]['request'];
  response: VolumeRequests[K]['response'];
}

/**
 * The newest picture of a cut; the last one stays until the next has come. `asked` must stay the same object until the
 * cut is another.
 */
export function useCut<K extends PictureKind>(
  volumeClient: VolumeClient,
  pane: string,
  kind: K,
  request: VolumeRequests[K]['request'],
): Cut<K> | undefined {
  const [picture, setPicture] = useState<Cut<K>>();
  const version = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.version);
  useEffect(() => {
    if (version > 0)
      volumeClient.request(pane, kind, request, (response) => setPicture({ request, response }));
  }, [volumeClient, pane, kind, request, version]);
  return picture;
}
