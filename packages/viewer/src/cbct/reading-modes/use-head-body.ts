import { useEffect, useState, useSyncExternalStore } from 'react';
import type { HeadBody } from '../../geometry/head-body.ts';
import { isHounsfieldLike } from '../../rendering/value-range.ts';
import { HEAD_COPY, headAmongOthers, LEAST_OF_HEAD } from '../../volume/voxels/head-box.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The head without table and head rest, once the first voxels have arrived; undefined if nothing is around the head. */
export function useHeadBody({ volumeClient, series }: Workspace): HeadBody | undefined {
  const [head, setHead] = useState<HeadBody>();
  const isEmpty = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.version === 0);
  useEffect(() => {
    if (isEmpty || !isHounsfieldLike(series.window)) return;
    volumeClient.request('cephalogram-head', 'bytes', HEAD_COPY, (block) =>
      setHead(headAmongOthers(block, LEAST_OF_HEAD)),
    );
  }, [volumeClient, series, isEmpty]);
  return head;
}
