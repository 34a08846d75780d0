/** Which values are black and white. */
export interface DisplayWindow {
  center: number;
  width: number;
  inverted: boolean;
}

const OPAQUE = 0xff000000;

/** The grey of every value of 16 bits as a canvas wants it; signed values stand at their two's complement. */
export function greyTable({ center, width, inverted }: DisplayWindow, signed: boolean): Uint32Array {
  const greys = new Uint32Array(65_536);
  const low = center - width / 2;
  const step = 255 / Math.max(1, width);
  for (let at = 0; at < greys.length; at += 1) {
    const value = signed && at > 32_767 ? at - 65_536 : at;
    let image = Math.round((value - low) * step);
    image = image < 0 ? 0 : image > 255 ? 255 : image;
    if (inverted) image = 255 - image;
    greys[at] = OPAQUE | (image << 16) | (image << 8) | image;
  }
  return greys;
}

/** A drag of the whole pane doubles or halves the width; up is brighter, as on every workstation. */
export function adjustWindow(
  displayWindow: DisplayWindow,
  [dx, dy]: readonly [number, number],
  panePx: number,
): DisplayWindow {
  const part = Math.max(1, panePx);
  const width = Math.max(1, displayWindow.width * 2 ** ((2 * dx) / part));
  return { ...displayWindow, width, center: displayWindow.center + (dy / part) * displayWindow.width };
}
