import { useSyncExternalStore } from 'react';
import classes from '../shell/shell.module.css';
import type { VolumeClient } from '../volume/volume-client.ts';

/** A progress bar while the full volume is loading. */
export function VolumeProgress({ volumeClient }: { volumeClient: VolumeClient }) {
  const arrived = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.arrived);
  const total = volumeClient.sliceCount;
  if (arrived >= total) return null;
  const percent = Math.round((100 * arrived) / total);
  return (
    <div
      className={classes.progress}
      role="progressbar"
      aria-label="Загрузка полного объёма"
      aria-valuenow={percent}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}
