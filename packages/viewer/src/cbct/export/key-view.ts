import type { Viewport } from '../../geometry/viewport.ts';
import type { ViewKeeper } from '../../output/key-views.ts';
import { restoredScene, savedScene } from '../../scene/saved-scene.ts';
import { fromPatient, toPatient } from '../../volume/voxels/placement.ts';
import { asPoint } from '../../annotations/annotation.ts';
import { leaveDraft } from '../../annotations/draft.ts';
import { moveCursor } from '../workspace/commands.ts';
import { PANE_LABELS } from '../workspace/labels.ts';
import { savedAxes, showAxes, shownAxes } from '../levelling/levelling.ts';
import {
  type CbctState,
  initialViewports,
  type Layout,
  type PaneName,
  type ViewportName,
} from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

const LAYOUTS: Record<Layout, true> = {
  four: true,
  panorama: true,
  single: true,
  grid: true,
  reslice: true,
  joints: true,
  cephalogram: true,
};
const isViewport = (name: string): name is ViewportName => name in initialViewports();
const isPane = (name: string): name is PaneName => name in PANE_LABELS;

const savedViewport = ({ zoom, pan, quarterTurns, mirrored }: Viewport) => ({
  zoom,
  pan: [pan[0], pan[1]] as [number, number],
  quarterTurns: quarterTurns % 4,
  mirrored,
});

/** Reads and restores crosshair, levelling, window, layout and viewports of an opened volume. */
export const volumeViewKeeper = (workspace: Workspace): ViewKeeper => ({
  read: () => {
    const { cursor, displayWindow, layout, single, fourth, slabMm, blend, viewports } = workspace.state.get();
    return {
      kind: 'volume',
      series: workspace.series.series,
      cursor: asPoint(toPatient(workspace.volumeClient.placement, cursor)),
      window: { ...displayWindow },
      layout,
      pane: single,
      fourth,
      slabMm,
      blend,
      viewports: Object.fromEntries(
        Object.entries(viewports).map(([name, viewport]) => [name, savedViewport(viewport)]),
      ),
      axes: savedAxes(workspace),
      scene: savedScene(workspace.scene.get(), ...directionsOf(workspace)),
    };
  },
  show: (view) => {
    if (view.kind !== 'volume') return;
    const { layout, pane, fourth, slabMm, blend } = view;
    if (view.axes) showAxes(workspace, view.axes);
    moveCursor(workspace, fromPatient(workspace.volumeClient.placement, view.cursor));
    leaveDraft(workspace.annotations, workspace.onAnnotationFinished);
    workspace.annotations.set({ shown: true });
    workspace.state.set((before): Partial<CbctState> => ({
      displayWindow: view.window,
      slabMm,
      // names of another version of the viewer are ignored
      ...(layout in LAYOUTS && { layout: layout as Layout }),
      ...(isPane(pane) && { single: pane }),
      ...((fourth === 'panorama' || fourth === 'volume') && { fourth }),
      ...((blend === 'mean' || blend === 'max') && { blend }),
      viewports: { ...before.viewports, ...knownViewports(view.viewports) },
    }));
    if (view.scene) workspace.scene.set(restoredScene(view.scene, ...directionsOf(workspace)));
  },
});

const directionsOf = ({ state, volumeClient }: Workspace) =>
  [shownAxes(state.get()), volumeClient.placement] as const;

const knownViewports = (saved: Record<string, Viewport>): Partial<Record<ViewportName, Viewport>> =>
  Object.fromEntries(Object.entries(saved).filter(([name]) => isViewport(name)));
