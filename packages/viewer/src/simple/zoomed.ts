import type { Vec2 } from '../geometry/vectors.ts';
import { INITIAL_VIEWPORT, type Viewport } from '../geometry/viewport.ts';

const MOST = 12;

/**
 * Limits a viewport that was zoomed or moved: the picture is at least as large as the pane, and back in its place when
 * it is exactly as large.
 */
export function keptInView(viewport: Viewport): Viewport {
  if (viewport.zoom <= 1.001) return INITIAL_VIEWPORT;
  return viewport.zoom > MOST ? { ...viewport, zoom: MOST } : viewport;
}

/** Zooms about the middle of the pane, which keeps its place. */
export const zoomedBy = (viewport: Viewport, factor: number): Viewport =>
  keptInView({ ...viewport, zoom: viewport.zoom * factor });

/** Moves by parts of what the pane shows; a picture that is shown whole stays. */
export function movedBy(viewport: Viewport, [right, down]: Vec2, size: Vec2): Viewport {
  if (viewport.zoom === 1) return viewport;
  const { zoom, pan } = viewport;
  const step = Math.max(...size) / zoom;
  return { ...viewport, pan: [pan[0] + right * step, pan[1] + down * step] };
}
