import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Projection } from '../geometry/viewport.ts';
import type { DisplayWindow } from './display-window.ts';
import type { PaneImage } from './pane-image.ts';
import { PaneRenderer } from './pane-renderer.ts';

/** Draws the picture at every change, and again after the browser has restored a lost graphics context. */
export function usePaneCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  image: PaneImage | undefined,
  displayWindow: DisplayWindow,
  { matrix, pane }: Projection,
): void {
  const renderer = useRef<PaneRenderer>(null);
  const [restorations, setRestorations] = useState(0);

  useLayoutEffect(() => {
    if (!canvas.current || pane[0] === 0) return;
    renderer.current ??= new PaneRenderer(canvas.current);
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = pane.map((length) => Math.round(length * ratio)) as [number, number];
    if (canvas.current.width !== width) canvas.current.width = width;
    if (canvas.current.height !== height) canvas.current.height = height;
    renderer.current.draw(image, displayWindow, matrix, ratio);
    // the matrix is a new array in every render, so its numbers are compared
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [image, displayWindow, matrix.join(), pane[0], pane[1], restorations]);

  useEffect(() => {
    const element = canvas.current;
    const restored = () => {
      renderer.current?.invalidate();
      setRestorations((count) => count + 1);
    };
    element?.addEventListener('contextrestored', restored);
    return () => element?.removeEventListener('contextrestored', restored);
  }, [canvas]);
}
