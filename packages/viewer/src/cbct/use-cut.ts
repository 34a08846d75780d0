import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import type { VolumeRequests } from '../volume/messages.ts';
import type { VolumeClient } from '../volume/volume-client.ts';

type CutKind = 'slice' | 'sheet';

/**
 * The newest picture of a cut through the volume; the previous one stays until the next arrives. `request`
 * must be the same object until the cut changes. `sizeMm` is the size of the cut.
 */
export function useCut<K extends CutKind>(
  volumeClient: VolumeClient,
  pane: string,
  kind: K,
  request: VolumeRequests[K]['request'],
  sizeMm: Vec2,
): PaneImage | undefined {
  const [response, setResponse] = useState<VolumeRequests[K]['response']>();
  const version = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.version);
  useEffect(() => {
    if (version > 0) volumeClient.request(pane, kind, request, setResponse);
  }, [volumeClient, pane, kind, request, version]);
  return useMemo(
    () =>
      response && {
        ...response,
        pixelSize: [sizeMm[0] / response.width, sizeMm[1] / response.height] as const,
      },
    // the previous picture keeps its pixel size when the size of the next cut differs
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [response],
  );
}
