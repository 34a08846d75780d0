import { useSyncExternalStore } from 'react';
import classes from '../../shell/shell.module.css';
import type { VolumeClient } from '../../volume/worker/volume-client.ts';
import { RESOLUTIONS } from '../workspace/labels.ts';

/** The part of a frame that gives half the resolution. */
const HALF_SHARE = 0.3;

interface VolumeProgressProps {
  volumeClient: VolumeClient;
  /** names the resolution that is shown so far */
  hasCaption?: boolean;
}

/** A progress bar while the full volume is loading. */
export function VolumeProgress({ volumeClient, hasCaption = false }: VolumeProgressProps) {
  const arrived = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.arrived);
  const halves = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.arrivedHalves);
  const resolution = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.resolution);
  if (resolution === 'full') return null;
  const total = volumeClient.sliceCount;
  const percent = Math.floor((100 * (HALF_SHARE * halves + (1 - HALF_SHARE) * arrived)) / total);
  const caption = `${RESOLUTIONS[resolution]} · ${percent} %`;
  return (
    <>
      <div
        className={classes.progress}
        role="progressbar"
        aria-label="Загрузка полного объёма"
        aria-valuenow={percent}
        aria-valuetext={caption}
        data-resolution={resolution}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      {hasCaption && (
        <p className={classes.resolution} aria-hidden>
          {caption}
        </p>
      )}
    </>
  );
}
