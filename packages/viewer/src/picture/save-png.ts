import type { Matrix } from '../geometry/viewport.ts';
import { type PaneImage, PaneRenderer } from '../pane/pane-renderer.ts';
import type { DisplayWindow } from '../pane/display-window.ts';

const MOST_TIMES = 6;
/** What a browser draws of the overlay comes from style sheets, which a picture of its own does not have. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
];

interface Shown {
  grey: PaneImage;
  displayWindow: DisplayWindow;
  matrix: Matrix;
  pxPerUnit: number;
  overlay: SVGSVGElement | null;
}

/** What the pane shows, with its marks, as fine as the picture itself. */
export async function savePNG(
  { grey, displayWindow, matrix, pxPerUnit, overlay }: Shown,
  name: string,
): Promise<void> {
  // what has just been let go of must not be seen with its handles
  await new Promise(requestAnimationFrame);
  const times = Math.min(MOST_TIMES, Math.max(1, 1 / pxPerUnit));
  const canvas = document.createElement('canvas');
  const [width, height] = [overlay?.clientWidth ?? 0, overlay?.clientHeight ?? 0];
  canvas.width = Math.round(width * times);
  canvas.height = Math.round(height * times);
  new PaneRenderer(canvas).draw(grey, displayWindow, matrix, times);
  if (overlay) await drawOverlay(canvas, overlay);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function drawOverlay(canvas: HTMLCanvasElement, overlay: SVGSVGElement): Promise<void> {
  const copy = overlay.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  overlay.querySelectorAll('*').forEach((original, at) => {
    const style = getComputedStyle(original);
    for (const name of STYLES) copies[at]?.style.setProperty(name, style.getPropertyValue(name));
  });
  copy.setAttribute('viewBox', `0 0 ${overlay.clientWidth} ${overlay.clientHeight}`);
  copy.setAttribute('width', String(canvas.width));
  copy.setAttribute('height', String(canvas.height));
  const text = new XMLSerializer().serializeToString(copy);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const context = canvas.getContext('2d');
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.drawImage(image, 0, 0);
  } finally {
    URL.revokeObjectURL(url);
  }
}
