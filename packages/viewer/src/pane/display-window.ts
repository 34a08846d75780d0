/** Which values are black and white. */
export interface Tone {
  center: number;
  width: number;
  inverted: boolean;
}

const OPAQUE = 0xff000000;

/** The grey of every value of 16 bits as a canvas wants it; signed values stand at their two's complement. */
export function greysOf({ center, width, inverted }: Tone, signed: boolean): Uint32Array {
  const greys = new Uint32Array(65_536);
  const low = center - width / 2;
  const step = 255 / Math.max(1, width);
  for (let at = 0; at < greys.length; at += 1) {
    const value = signed && at > 32_767 ? at - 65_536 : at;
    let grey = Math.round((value - low) * step);
    grey = grey < 0 ? 0 : grey > 255 ? 255 : grey;
    if (inverted) grey = 255 - grey;
    greys[at] = OPAQUE | (grey << 16) | (grey << 8) | grey;
  }
  return greys;
}

/** A drag of the whole pane doubles or halves the width; up is brighter, as on every workstation. */
export function dragTone(tone: Tone, [dx, dy]: readonly [number, number], panePx: number): Tone {
  const part = Math.max(1, panePx);
  const width = Math.max(1, tone.width * 2 ** ((2 * dx) / part));
  return { ...tone, width, center: tone.center + (dy / part) * tone.width };
}
