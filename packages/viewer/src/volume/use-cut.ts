import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Requests } from './messages.ts';
import type { VolumeDesk } from './volume-client.ts';

type PictureKind = 'slice' | 'sheet';

interface Cut<K extends PictureKind> {
  asked: Requests[K]['asked'];
  answer: Requests[K]['answer'];
}

/**
 * The newest picture of a cut; the last one stays until the next has come. `asked` must stay the same object until the
 * cut is another.
 */
export function useCut<K extends PictureKind>(
  desk: VolumeDesk,
  pane: string,
  kind: K,
  asked: Requests[K]['asked'],
): Cut<K> | undefined {
  const [picture, setPicture] = useState<Cut<K>>();
  const version = useSyncExternalStore(desk.subscribe, () => desk.version);
  useEffect(() => {
    if (version > 0) desk.ask(pane, kind, asked, (answer) => setPicture({ asked, answer }));
  }, [desk, pane, kind, asked, version]);
  return picture;
}
