import type { Projection } from '../geometry/viewport.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import { PaneRenderer } from '../pane/pane-renderer.ts';

const MAX_SCALE = 6;
/** Copied from the computed style, because the style sheets of the page do not apply to an SVG image. */
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

interface ShownPicture {
  image: PaneImage;
  displayWindow: DisplayWindow;
  projection: Projection;
  overlay: SVGSVGElement | null;
}

/** Downloads what the pane shows, annotations included, at the resolution of the picture. */
export async function savePNG(
  { image, displayWindow, projection: { matrix, pxPerUnit }, overlay }: ShownPicture,
  name: string,
): Promise<void> {
  // waits until the handles of the annotation that was just deselected are gone
  await new Promise(requestAnimationFrame);
  const scale = Math.min(MAX_SCALE, Math.max(1, 1 / pxPerUnit));
  const canvas = document.createElement('canvas');
  const [width, height] = [overlay?.clientWidth ?? 0, overlay?.clientHeight ?? 0];
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  new PaneRenderer(canvas).draw(image, displayWindow, matrix, scale);
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
