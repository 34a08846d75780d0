import { useEffect, useMemo, useState } from 'react';
import type { Vec2 } from '../../geometry/vectors.ts';
import type { PaneImage } from '../../pane/pane-image.ts';
import type { VolumeRequests } from '../../volume/worker/messages.ts';
import type { VolumeClient } from '../../volume/worker/volume-client.ts';

type CutKind = 'slice' | 'sheet';

/**
 * The newest picture of a cut through the volume; the previous one stays until the next arrives. `request`
 * must be the same object until the cut changes. `sizeMm` is the size of the cut. A `poster` of the cut is shown until there is
 * a picture with more detail than that of the preview.
 */
export function useCut<K extends CutKind>(
  volumeClient: VolumeClient,
  pane: string,
  kind: K,
  request: VolumeRequests[K]['request'],
  sizeMm: Vec2,
  poster?: PaneImage,
): PaneImage | undefined {
  const [response, setResponse] = useState<{
    picture: VolumeRequests[K]['response'];
    isOfPreview: boolean;
  }>();
  useEffect(() => {
    let version = 0;
    const refresh = () => {
      if (volumeClient.version === version) return;
      version = volumeClient.version;
      volumeClient.request(pane, kind, request, (picture) => {
        setResponse({ picture, isOfPreview: volumeClient.arrived === 0 });
      });
    };
    refresh();
    return volumeClient.subscribe(refresh);
  }, [volumeClient, pane, kind, request]);
  const image = useMemo(
    () =>
      response && {
        ...response.picture,
        pixelSize: [sizeMm[0] / response.picture.width, sizeMm[1] / response.picture.height] as const,
      },
    // the previous picture keeps its pixel size when the size of the next cut differs
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [response],
  );
  return response && !(poster && response.isOfPreview) ? image : poster;
}
