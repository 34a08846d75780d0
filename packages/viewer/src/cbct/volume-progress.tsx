import { useSyncExternalStore } from 'react';
import classes from '../shell/shell.module.css';
import type { Workspace } from './workspace.ts';

/** A thin line while the full volume comes in behind. */
export function VolumeProgress({ workspace: { volumeClient } }: { workspace: Workspace }) {
  const arrived = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.arrived);
  const total = volumeClient.slices;
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
