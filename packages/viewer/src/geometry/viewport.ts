import { clamp, type Vec2 } from './vectors.ts';

/** How a picture lies in its pane: zoom 1 shows all of it, `pan` is in the picture's units along the screen. */
export interface Viewport {
  zoom: number;
  pan: Vec2;
  /** quarters of a turn, clockwise */
  quarterTurns: number;
  mirrored: boolean;
}

export const INITIAL_VIEWPORT: Viewport = { zoom: 1, pan: [0, 0], quarterTurns: 0, mirrored: false };
const ZOOM = { least: 0.5, most: 40 };

/** The pane in CSS pixels, and the picture in its units: millimetres, or pixels of an X-ray. */
export interface PaneFit {
  pane: Vec2;
  picture: Vec2;
}

/** Six numbers of a canvas: picture to screen is [a c e; b d f]. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const COSINES = [1, 0, -1, 0] as const;
const normalizedTurns = (quarterTurns: number) => ((quarterTurns % 4) + 4) % 4;

/** Screen pixels to a unit of the picture. */
export function pixelsPerUnit({ zoom, quarterTurns }: Viewport, { pane, picture }: PaneFit): number {
  const [width, height] = normalizedTurns(quarterTurns) % 2 ? [picture[1], picture[0]] : picture;
  return Math.min(pane[0] / width, pane[1] / height) * zoom;
}

export function matrixOf(viewport: Viewport, fit: PaneFit): Matrix {
  const scale = pixelsPerUnit(viewport, fit);
  const turn = normalizedTurns(viewport.quarterTurns);
  const [cos, sin] = [COSINES[turn]! * scale, COSINES[(turn + 3) % 4]! * scale];
  const [a, b, c, d] = viewport.mirrored ? [-cos, -sin, -sin, cos] : [cos, sin, -sin, cos];
  const [middleX, middleY] = [fit.picture[0] / 2, fit.picture[1] / 2];
  return [
    a,
    b,
    c,
    d,
    fit.pane[0] / 2 + viewport.pan[0] * scale - a * middleX - c * middleY,
    fit.pane[1] / 2 + viewport.pan[1] * scale - b * middleX - d * middleY,
  ];
}

export const toScreen = ([a, b, c, d, e, f]: Matrix, [x, y]: Vec2): Vec2 => [
  a * x + c * y + e,
  b * x + d * y + f,
];

export function toPicture([a, b, c, d, e, f]: Matrix, [x, y]: Vec2): Vec2 {
  const size = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / size, (a * (y - f) - b * (x - e)) / size];
}

/** What lies under the finger stays under it. */
export function zoomAbout(viewport: Viewport, fit: PaneFit, at: Vec2, factor: number): Viewport {
  const zoom = clamp(viewport.zoom * factor, ZOOM.least, ZOOM.most);
  const [before, after] = [pixelsPerUnit(viewport, fit), pixelsPerUnit({ ...viewport, zoom }, fit)];
  const pan = viewport.pan.map((value, axis) => {
    const fromMiddle = at[axis]! - fit.pane[axis]! / 2;
    return value + fromMiddle / after - fromMiddle / before;
  });
  return { ...viewport, zoom, pan: [pan[0]!, pan[1]!] };
}

export function panBy(viewport: Viewport, fit: PaneFit, byPx: Vec2): Viewport {
  const scale = pixelsPerUnit(viewport, fit);
  return { ...viewport, pan: [viewport.pan[0] + byPx[0] / scale, viewport.pan[1] + byPx[1] / scale] };
}

/** A round length whose bar is between a quarter of the room and all of it. */
export function scaleBarLength(availablePx: number, pxPerMm: number): number {
  const longest = availablePx / pxPerMm;
  const ten = 10 ** Math.floor(Math.log10(longest));
  return ([5, 2, 1].find((step) => step * ten <= longest) ?? 1) * ten;
}
