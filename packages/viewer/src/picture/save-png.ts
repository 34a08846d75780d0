import type { Projection } from '../geometry/viewport.ts';
import { drawOverlay } from '../output/draw-overlay.ts';
import { pngOf, saveFile } from '../output/save-file.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import { PaneRenderer } from '../pane/pane-renderer.ts';

const MAX_SCALE = 6;

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
  const width = overlay?.clientWidth ?? 0;
  const height = overlay?.clientHeight ?? 0;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  new PaneRenderer(canvas).draw(image, displayWindow, matrix, scale);
  if (overlay) await drawOverlay(canvas, overlay);
  saveFile(await pngOf(canvas), `${name}.png`);
}
