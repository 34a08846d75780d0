import type { AnnotationBody } from '../annotations/annotation-body.ts';
import type { Outline } from '../geometry/rod-section.ts';
import type { Vec2 } from '../geometry/vectors.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import { PaneRenderer } from '../pane/pane-renderer.ts';

/** A picture in the form that the plan report takes. */
export interface PlanPicture {
  jpeg: string;
  widthMm: number;
  heightMm: number;
}

/** An implant or a canal in a picture. */
export interface DrawnBody {
  body: AnnotationBody;
  kind: 'implant' | 'canal';
  isWarned: boolean;
  /** a canal that was found automatically */
  isUnchecked: boolean;
  /** the implant's number in the plan */
  label?: string;
}

interface PictureToDraw {
  image: PaneImage;
  displayWindow: DisplayWindow;
  /** the part of the image, in its millimetres */
  fromMm: Vec2;
  sizeMm: Vec2;
  bodies: readonly DrawnBody[];
  pxPerMm: number;
}

const COLORS = {
  implant: '#63e6be',
  warned: '#ff6b6b',
  canal: '#ff8787',
  shadow: 'rgb(0 0 0 / 60%)',
} as const;
const QUALITY = 0.88;
/** In pixels of the picture: numbers are at least 2 mm high on paper, and dashes are long enough to be seen as such. */
const NUMBER_PX = 24;
const UNCHECKED_DASH_PX = [8, 7] as const;

/** Draws a part of a cut with what it cuts of implants and canals. */
export function drawPlanPicture(picture: PictureToDraw): PlanPicture | null {
  const { image, displayWindow, fromMm, sizeMm, bodies, pxPerMm } = picture;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(sizeMm[0] * pxPerMm);
  canvas.height = Math.round(sizeMm[1] * pxPerMm);
  const matrix = [pxPerMm, 0, 0, pxPerMm, -fromMm[0] * pxPerMm, -fromMm[1] * pxPerMm] as const;
  new PaneRenderer(canvas).draw(image, displayWindow, matrix, 1);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.setTransform(...matrix);
  for (const body of bodies) drawBody(context, body, 1 / pxPerMm);
  const [, jpeg] = canvas.toDataURL('image/jpeg', QUALITY).split(',');
  return jpeg ? { jpeg, widthMm: sizeMm[0], heightMm: sizeMm[1] } : null;
}

function drawBody(
  context: CanvasRenderingContext2D,
  { body, kind, isWarned, isUnchecked, label }: DrawnBody,
  px: number,
): void {
  const color = isWarned ? COLORS.warned : COLORS[kind];
  const area = pathOf(body.outlines);
  context.globalAlpha = 0.2;
  context.fillStyle = color;
  context.fill(area);
  context.globalAlpha = 1;
  const stroke = (path: Path2D, style: string, width: number) => {
    context.strokeStyle = style;
    context.lineWidth = width * px;
    context.stroke(path);
  };
  stroke(area, COLORS.shadow, 3.5);
  if (isUnchecked) context.setLineDash(UNCHECKED_DASH_PX.map((length) => length * px));
  stroke(area, color, isUnchecked ? 2.5 : 1.75);
  context.setLineDash([4 * px, 3 * px]);
  stroke(pathOf(body.sleeve), color, 1.25);
  context.setLineDash([]);
  const top = body.outlines
    .flat()
    .reduce<Vec2 | undefined>((best, at) => (best && best[1] <= at[1] ? best : at), undefined);
  if (!label || !top) return;
  context.font = `600 ${NUMBER_PX * px}px sans-serif`;
  context.textAlign = 'center';
  context.lineWidth = 5 * px;
  context.strokeStyle = COLORS.shadow;
  context.strokeText(label, top[0], top[1] - 6 * px);
  context.fillStyle = color;
  context.fillText(label, top[0], top[1] - 6 * px);
}

function pathOf(outlines: readonly Outline[]): Path2D {
  const path = new Path2D();
  for (const outline of outlines) {
    outline.forEach(([x, y], at) => (at === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    path.closePath();
  }
  return path;
}
