import { useSyncExternalStore } from 'react';
import classes from '../shell/shell.module.css';
import { useStore } from '../state/store.ts';
import { MEASURING_NOTES } from './workspace/labels.ts';
import type { Tool } from './workspace/state.ts';
import type { Workspace } from './workspace/workspace.ts';

const MEASURING: ReadonlySet<Tool> = new Set([
  'length',
  'angle',
  'probe',
  'canal',
  'implant',
  'polygon',
  'freehand',
]);

/** While something is measured before the full volume has arrived. */
export function PreviewNote({ workspace: { volumeClient, state } }: { workspace: Workspace }) {
  const resolution = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.resolution);
  const tool = useStore(state, (all) => all.tool);
  if (resolution === 'full' || !MEASURING.has(tool)) return null;
  return (
    <p className={classes.previewNote} role="status">
      {MEASURING_NOTES[resolution]}
    </p>
  );
}
