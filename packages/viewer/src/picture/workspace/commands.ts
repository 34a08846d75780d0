import { leaveDraft } from '../../annotations/draft.ts';
import { toggleCephalometry } from './landmarks-of-picture.ts';
import type { PictureWorkspace } from './picture-workspace.ts';
import { initialView, type PictureTool, withFrame } from './state.ts';

/* Changes of an opened X-ray that buttons and keys share. */

/** Finishes what is being drawn with another tool. */
export const selectTool = (workspace: PictureWorkspace, tool: PictureTool) => {
  const { state, annotations } = workspace;
  if (annotations.get().draft?.kind !== tool) leaveDraft(annotations, () => undefined);
  annotations.set({ shown: true });
  if (tool === 'cephalometry') toggleCephalometry(workspace);
  else state.set({ tool });
};

export function showFrame({ state, series }: PictureWorkspace, index: number): void {
  if (series.frames[index] && index !== state.get().frame)
    state.set((before) => withFrame(before, series.frames, index));
}

export const rotate = ({ state }: PictureWorkspace, quarterTurns: number) =>
  state.set(({ viewport }) => ({
    viewport: { ...viewport, quarterTurns: (viewport.quarterTurns + quarterTurns + 4) % 4 },
  }));

/** Flips along the screen's axes at any rotation: a vertical flip is a mirroring and half a turn. */
export const flip = ({ state }: PictureWorkspace, axis: 'horizontal' | 'vertical') =>
  state.set(({ viewport }) => {
    const isSideways = viewport.quarterTurns % 2 === 1;
    const halfTurn = (axis === 'vertical') !== isSideways ? 2 : 0;
    return {
      viewport: {
        ...viewport,
        mirrored: !viewport.mirrored,
        quarterTurns: (viewport.quarterTurns + halfTurn) % 4,
      },
    };
  });

export const invert = ({ state }: PictureWorkspace) =>
  state.set(({ displayWindow }) => ({
    displayWindow: { ...displayWindow, inverted: !displayWindow.inverted },
  }));

export const toggleSharpening = ({ state }: PictureWorkspace) =>
  state.set(({ sharpened }) => ({ sharpened: !sharpened }));

/** Restores the picture as it was opened; the tool and the annotations stay. */
export const resetDisplay = ({ state, series }: PictureWorkspace) => {
  const { frame } = state.get();
  state.set({ ...initialView(series.frames, frame), sharpened: false });
};
