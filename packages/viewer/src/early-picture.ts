import { peekEarlyStudy } from './study/early-study.ts';
import classes from './early-picture.module.css';
import { readPoster } from './cbct/workspace/poster.ts';
import type { Study } from './study/study.ts';
import { type Placement, placementOf } from './volume/voxels/placement.ts';

/** The axes perpendicular to the axial, coronal and sagittal slice, in the order of their panes. */
const PANES = [2, 1, 0] as const;
/** The viewer has drawn its own pictures, or says why it cannot. */
const HAS_OWN = 'canvas[data-drawn], [role=alert], [role=alertdialog]';
/** After this time the picture is removed, because it must not cover what the viewer shows instead. */
const MOST_MS = 15_000;

/** The code of the viewer keeps the processor busy, so it waits this long for the picture. */
const WAIT_MS = 400;

/**
 * Shows the poster of a link's study in the places of the panes, until the viewer has drawn its own pictures: its code
 * takes three times as long to load and to run as the study and this file. Resolves when the viewer may begin.
 */
export function showEarlyPicture(ticket: string): Promise<void> {
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, WAIT_MS);
  });
  return Promise.race([show(ticket), late]);
}

async function show(ticket: string): Promise<void> {
  const study = await peekEarlyStudy(ticket);
  const planes = study && (await planesOf(study));
  if (!planes || document.querySelector(HAS_OWN)) return;
  const element = document.createElement('div');
  element.className = classes.panes!;
  element.dataset.earlyPicture = '';
  element.ariaHidden = 'true';
  element.append(...planes.map(paneOf));
  document.body.append(element);
  removeLater(element);
  // waits until the picture is painted
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

interface EarlyPlane {
  canvas: HTMLCanvasElement;
  /** width to height in the patient */
  ratio: number;
}

async function planesOf({ poster, series: all }: Study): Promise<EarlyPlane[] | undefined> {
  const series = all.find((one) => one.series === poster?.series);
  if (!poster || series?.kind !== 'volume') return undefined;
  const level = series.levels.at(-1);
  if (!level) return undefined;
  const placement = placementOf({ ...level, directions: series.directions });
  const planes = await readPoster(poster, placement);
  return PANES.map((axis) => ({
    canvas: canvasOf(planes[axis], series.inverted),
    ratio: ratioOf(placement, axis),
  }));
}

function ratioOf({ size, spacingMm }: Placement, across: 0 | 1 | 2): number {
  const [width, height] = [0, 1, 2]
    .filter((axis) => axis !== across)
    .map((axis) => size[axis]! * spacingMm[axis]!);
  return width! / height!;
}

function canvasOf(
  { width, height, values }: { width: number; height: number; values: Uint16Array },
  isInverted: boolean,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const pixels = new ImageData(width, height);
  for (const [at, value] of values.entries()) {
    const grey = isInverted ? 255 - value : value;
    pixels.data.set([grey, grey, grey, 255], at * 4);
  }
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return canvas;
}

function paneOf({ canvas, ratio }: EarlyPlane): HTMLElement {
  const pane = document.createElement('div');
  pane.style.setProperty('--ratio', String(ratio));
  pane.append(canvas);
  return pane;
}

function removeLater(element: HTMLElement): void {
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    element.remove();
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector(HAS_OWN)) end();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-drawn'] });
  const timer = setTimeout(end, MOST_MS);
}
