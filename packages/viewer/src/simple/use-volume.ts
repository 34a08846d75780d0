import { useEffect, useRef, useState } from 'react';
import type { VolumeSeries } from '../study/study.ts';
import type { TicketSession } from '../study/ticket-session.ts';
import { levelOf, openVolume } from '../volume/loading/open-volume.ts';
import type { VolumeClient } from '../volume/worker/volume-client.ts';

interface VolumeOptions {
  session: TicketSession;
  series: VolumeSeries | undefined;
  /** false until slices or the volume are to be shown, so that the panorama costs no more than its bytes */
  isWanted: boolean;
  onFailed: (reason: unknown) => void;
}

interface OpenedVolume {
  volumeClient: VolumeClient | undefined;
  /** reports which slice, seen from above, is looked at and is loaded first */
  lookAt: (slice: number) => void;
}

/** Loads the volume once it is wanted, until the viewer is closed. */
export function useVolume({ session, series, isWanted, onFailed }: VolumeOptions): OpenedVolume {
  const [volumeClient, setVolumeClient] = useState<VolumeClient>();
  const slice = useRef<number>(undefined);
  useEffect(() => {
    if (!isWanted || !series) return;
    // half the resolution is sharp enough for a screen and needs a fraction of the bytes
    const level = levelOf(series, true);
    const opened = openVolume({ session, series, level, onFailed });
    const middle = Math.floor(opened.volumeClient.placement.size[2] / 2);
    opened.load(() => slice.current ?? middle);
    setVolumeClient(opened.volumeClient);
    return () => {
      opened.close();
      setVolumeClient(undefined);
    };
  }, [session, series, isWanted, onFailed]);
  const [lookAt] = useState(() => (shown: number) => {
    slice.current = shown;
  });
  return { volumeClient, lookAt };
}
