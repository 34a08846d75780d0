import { clamp, type Vec2 } from './vectors.ts';

/** How a picture lies in its pane: zoom 1 shows all of it, `pan` is in the picture's units along the screen. */
export interface View {
  zoom: number;
  pan: Vec2;
  /** quarters of a turn, clockwise */
  turns: number;
  mirrored: boolean;
}

export const WHOLE: View = { zoom: 1, pan: [0, 0], turns: 0, mirrored: false };
const ZOOM = { least: 0.5, most: 40 };

/** The pane in CSS pixels, and the picture in its units: millimetres, or pixels of an X-ray. */
export interface Fit {
  pane: Vec2;
  picture: Vec2;
}

/** Six numbers of a canvas: picture to screen is [a c e; b d f]. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const COSINES = [1, 0, -1, 0] as const;
const quarter = (turns: number) => ((turns % 4) + 4) % 4;

/** Screen pixels to a unit of the picture. */
export function scaleOf({ zoom, turns }: View, { pane, picture }: Fit): number {
  const [width, height] = quarter(turns) % 2 ? [picture[1], picture[0]] : picture;
  return Math.min(pane[0] / width, pane[1] / height) * zoom;
}

export function matrixOf(view: View, fit: Fit): Matrix {
  const scale = scaleOf(view, fit);
  const turn = quarter(view.turns);
  const [cos, sin] = [COSINES[turn]! * scale, COSINES[(turn + 3) % 4]! * scale];
  const [a, b, c, d] = view.mirrored ? [-cos, -sin, -sin, cos] : [cos, sin, -sin, cos];
  const [middleX, middleY] = [fit.picture[0] / 2, fit.picture[1] / 2];
  return [
    a,
    b,
    c,
    d,
    fit.pane[0] / 2 + view.pan[0] * scale - a * middleX - c * middleY,
    fit.pane[1] / 2 + view.pan[1] * scale - b * middleX - d * middleY,
  ];
}

export const toScreen = ([a, b, c, d, e, f]: Matrix, [x, y]: Vec2): Vec2 => [
  a * x + c * y + e,
  b * x + d * y + f,
];

export function toPlace([a, b, c, d, e, f]: Matrix, [x, y]: Vec2): Vec2 {
  const size = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / size, (a * (y - f) - b * (x - e)) / size];
}

/** What lies under the finger stays under it. */
export function zoomAbout(view: View, fit: Fit, at: Vec2, factor: number): View {
  const zoom = clamp(view.zoom * factor, ZOOM.least, ZOOM.most);
  const [before, after] = [scaleOf(view, fit), scaleOf({ ...view, zoom }, fit)];
  const pan = view.pan.map((value, axis) => {
    const fromMiddle = at[axis]! - fit.pane[axis]! / 2;
    return value + fromMiddle / after - fromMiddle / before;
  });
  return { ...view, zoom, pan: [pan[0]!, pan[1]!] };
}

export function panBy(view: View, fit: Fit, byPx: Vec2): View {
  const scale = scaleOf(view, fit);
  return { ...view, pan: [view.pan[0] + byPx[0] / scale, view.pan[1] + byPx[1] / scale] };
}

/** A round length whose bar is between a quarter of the room and all of it. */
export function rulerLength(roomPx: number, pxPerMm: number): number {
  const longest = roomPx / pxPerMm;
  const ten = 10 ** Math.floor(Math.log10(longest));
  return ([5, 2, 1].find((step) => step * ten <= longest) ?? 1) * ten;
}
