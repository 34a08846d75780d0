import type { DisplayWindow } from '../pane/display-window.ts';

/** The steps of the slider «Светлее / темнее» on each side of the middle, which is the usual brightness. */
export const BRIGHTNESS_STEPS = 10;
/** The window moves by this fraction of its width at the end of the slider: the picture is still recognizable. */
const FARTHEST = 0.45;

/** The window of a picture that is lighter by `steps`, darker if they are negative. */
export function lightened(displayWindow: DisplayWindow, steps: number): DisplayWindow {
  const { center, width, inverted } = displayWindow;
  const shift = (steps / BRIGHTNESS_STEPS) * FARTHEST * width;
  return { ...displayWindow, center: inverted ? center + shift : center - shift };
}

/** What a screen reader speaks. */
export const brightnessText = (steps: number): string => {
  if (steps === 0) return 'как обычно';
  return steps > 0 ? `светлее на ${steps}` : `темнее на ${-steps}`;
};
