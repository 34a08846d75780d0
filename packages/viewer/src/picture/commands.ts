import type { PictureWorkspace } from './picture-workspace.ts';
import { initialState, type PictureTool } from './state.ts';

/* Changes of an opened X-ray that buttons and keys share. */

export const selectTool = ({ state, annotations }: PictureWorkspace, tool: PictureTool) => {
  state.set({ tool });
  annotations.set({ draft: undefined, selected: undefined, shown: true });
};

export function showFrame({ state, series }: PictureWorkspace, index: number): void {
  const frame = series.frames[index];
  if (frame && index !== state.get().frame)
    state.set({ ...initialState(frame, index), tool: state.get().tool });
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
  const { frame: index, tool } = state.get();
  const frame = series.frames[index];
  if (frame) state.set({ ...initialState(frame, index), tool });
};
