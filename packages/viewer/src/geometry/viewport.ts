import { clamp, type Vec2 } from './vectors.ts';

/** How a picture is shown in its pane. */
export interface Viewport {
  /** 1 shows the whole picture */
  zoom: number;
  /** in the picture's units, along the screen's axes */
  pan: Vec2;
  /** clockwise */
  quarterTurns: number;
  mirrored: boolean;
}

export const INITIAL_VIEWPORT: Viewport = { zoom: 1, pan: [0, 0], quarterTurns: 0, mirrored: false };
const ZOOM = { min: 0.5, max: 40 };

/** Sizes of the pane (CSS pixels) and of the picture (its units: millimetres, or pixels of an X-ray). */
export interface PaneFit {
  pane: Vec2;
  picture: Vec2;
}

/** Affine transform from picture to screen, [a c e; b d f] as in the canvas API. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The current transform from the picture to its pane, for overlays. */
export interface Projection {
  matrix: Matrix;
  pxPerUnit: number;
  /** size in CSS pixels */
  pane: Vec2;
}

const QUARTER_COSINES = [1, 0, -1, 0] as const;
const normalizedTurns = (quarterTurns: number) => ((quarterTurns % 4) + 4) % 4;

/** CSS pixels per unit of the picture. */
function pixelsPerUnit({ zoom, quarterTurns }: Viewport, { pane, picture }: PaneFit): number {
  const [width, height] = normalizedTurns(quarterTurns) % 2 ? [picture[1], picture[0]] : picture;
  return Math.min(pane[0] / width, pane[1] / height) * zoom;
}

function matrixOf(viewport: Viewport, fit: PaneFit): Matrix {
  const scale = pixelsPerUnit(viewport, fit);
  const turns = normalizedTurns(viewport.quarterTurns);
  const cos = QUARTER_COSINES[turns]! * scale;
  const sin = QUARTER_COSINES[(turns + 3) % 4]! * scale;
  const [a, b, c, d] = viewport.mirrored ? [-cos, -sin, -sin, cos] : [cos, sin, -sin, cos];
  const middleX = fit.picture[0] / 2;
  const middleY = fit.picture[1] / 2;
  return [
    a,
    b,
    c,
    d,
    fit.pane[0] / 2 + viewport.pan[0] * scale - a * middleX - c * middleY,
    fit.pane[1] / 2 + viewport.pan[1] * scale - b * middleX - d * middleY,
  ];
}

export const projectionOf = (viewport: Viewport, fit: PaneFit): Projection => ({
  matrix: matrixOf(viewport, fit),
  pxPerUnit: pixelsPerUnit(viewport, fit),
  pane: fit.pane,
});

export const toScreen = ([a, b, c, d, e, f]: Matrix, [x, y]: Vec2): Vec2 => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The inverse of `toScreen`. */
export function toPicture([a, b, c, d, e, f]: Matrix, [x, y]: Vec2): Vec2 {
  const determinant = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / determinant, (a * (y - f) - b * (x - e)) / determinant];
}

/** Zooms so that the picture's position at `centerPx` stays there. */
export function zoomAbout(viewport: Viewport, fit: PaneFit, centerPx: Vec2, factor: number): Viewport {
  const zoom = clamp(viewport.zoom * factor, ZOOM.min, ZOOM.max);
  const before = pixelsPerUnit(viewport, fit);
  const after = pixelsPerUnit({ ...viewport, zoom }, fit);
  const pan = viewport.pan.map((value, axis) => {
    const fromMiddle = centerPx[axis]! - fit.pane[axis]! / 2;
    return value + fromMiddle / after - fromMiddle / before;
  });
  return { ...viewport, zoom, pan: [pan[0]!, pan[1]!] };
}

export function panBy(viewport: Viewport, fit: PaneFit, byPx: Vec2): Viewport {
  const scale = pixelsPerUnit(viewport, fit);
  return { ...viewport, pan: [viewport.pan[0] + byPx[0] / scale, viewport.pan[1] + byPx[1] / scale] };
}

/** The largest of 1, 2 or 5 times a power of ten (in mm) whose scale bar is at most `availablePx` long. */
export function scaleBarLength(availablePx: number, pxPerMm: number): number {
  const longest = availablePx / pxPerMm;
  const power = 10 ** Math.floor(Math.log10(longest));
  return ([5, 2, 1].find((step) => step * power <= longest) ?? 1) * power;
}
