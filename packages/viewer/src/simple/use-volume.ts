import { useEffect, useRef, useState } from 'react';
import type { Level, VolumeSeries } from '../study.ts';
import type { TicketSession } from '../ticket-session.ts';
import { loadVolume, placementOfLevel } from '../volume/load-volume.ts';
import { missingIn } from '../volume/missing.ts';
import { ascendingScale } from '../volume/units.ts';
import { VolumeClient } from '../volume/volume-client.ts';

/** Half the resolution where there is one: it is as sharp as a screen and a fraction of the bytes. */
const levelForPatient = ({ levels }: VolumeSeries): Level | undefined =>
  levels.find(({ level }) => level === 'half') ?? levels.at(-1);

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
    const level = series && levelForPatient(series);
    if (!isWanted || !level) return;
    const placement = placementOfLevel(series, level);
    const client = new VolumeClient(
      placement,
      ascendingScale(series.scale),
      missingIn(series, level),
      onFailed,
    );
    const stop = new AbortController();
    const currentSlice = () => slice.current ?? Math.floor(placement.size[2] / 2);
    const loading = loadVolume({
      session,
      series,
      level,
      volumeClient: client,
      signal: stop.signal,
      currentSlice,
    });
    loading.catch((reason) => {
      if (!stop.signal.aborted) onFailed(reason);
    });
    setVolumeClient(client);
    return () => {
      stop.abort();
      client.close();
      setVolumeClient(undefined);
    };
  }, [session, series, isWanted, onFailed]);
  const [lookAt] = useState(() => (shown: number) => {
    slice.current = shown;
  });
  return { volumeClient, lookAt };
}
