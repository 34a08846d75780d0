import type { Level, VolumeSeries } from '../../study/study.ts';
import type { TicketSession } from '../../study/ticket-session.ts';
import { loadVolume, placementOfLevel } from './load-volume.ts';
import { missingIn } from './missing.ts';
import { ascendingScale } from '../voxels/units.ts';
import { VolumeClient } from '../worker/volume-client.ts';

/** Half the resolution where that is enough and the rendition has it, else the finest level, which is the last. */
export function levelOf({ levels }: VolumeSeries, isHalfEnough: boolean): Level {
  const half = isHalfEnough ? levels.find(({ level }) => level === 'half') : undefined;
  const level = half ?? levels.at(-1);
  if (!level) throw new Error('the volume has no levels');
  return level;
}

interface VolumeToOpen {
  session: TicketSession;
  series: VolumeSeries;
  level: Level;
  onFailed: (reason: unknown) => void;
}

interface OpenedVolume {
  volumeClient: VolumeClient;
  /** Begins to load the voxels; `currentSlice` is the axial slice that the user looks at. */
  load: (currentSlice: () => number) => void;
  /** Stops loading and ends the workers. */
  close: () => void;
}

/** Starts the worker of a volume. */
export function openVolume({ session, series, level, onFailed }: VolumeToOpen): OpenedVolume {
  const placement = placementOfLevel(series, level);
  const volumeClient = new VolumeClient(
    placement,
    { scale: ascendingScale(series.scale), missing: missingIn(series, level), hasGaps: false },
    onFailed,
  );
  const stop = new AbortController();
  const { signal } = stop;
  return {
    volumeClient,
    load: (currentSlice) => {
      loadVolume({ session, series, level, volumeClient, signal, currentSlice }).catch((reason) => {
        if (!signal.aborted) onFailed(reason);
      });
    },
    close: () => {
      stop.abort();
      volumeClient.close();
    },
  };
}
