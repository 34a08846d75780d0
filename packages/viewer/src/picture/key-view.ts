import { leaveDraft } from '../annotations/draft.ts';
import type { ViewKeeper } from '../output/key-views.ts';
import type { PictureWorkspace } from './workspace/picture-workspace.ts';
import { showFrame } from './workspace/commands.ts';

/** Reads and restores frame, window and viewport of an opened series of pictures. */
export const pictureViewKeeper = (workspace: PictureWorkspace): ViewKeeper => ({
  read: () => {
    const { frame, displayWindow, viewport } = workspace.state.get();
    const { zoom, pan, quarterTurns, mirrored } = viewport;
    return {
      kind: 'pictures',
      series: workspace.series.series,
      frame,
      window: { ...displayWindow },
      viewport: { zoom, pan: [pan[0], pan[1]], quarterTurns: quarterTurns % 4, mirrored },
    };
  },
  show: (view) => {
    if (view.kind !== 'pictures') return;
    showFrame(workspace, view.frame);
    leaveDraft(workspace.annotations, () => undefined);
    workspace.annotations.set({ shown: true });
    workspace.state.set({ displayWindow: view.window, viewport: view.viewport });
  },
});
