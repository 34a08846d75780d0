import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

interface Viewport {
  scale: number;
  /** shift of the centre in CSS pixels */
  x: number;
  y: number;
}

const WHOLE_PICTURE: Viewport = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 12;
const STEP = 1.4;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 60, y: 0 },
  ArrowRight: { x: -60, y: 0 },
  ArrowUp: { x: 0, y: 60 },
  ArrowDown: { x: 0, y: -60 },
};
/** Zoom factors of keys; 0 shows the whole picture. */
const ZOOMS: Record<string, number> = { '+': STEP, '=': STEP, '-': 1 / STEP, '0': 0 };

/** Zoom and pan of a picture by wheel, touch, keyboard and buttons. */
export function useZoom() {
  const [viewport, setViewport] = useState(WHOLE_PICTURE);
  const frame = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(false);

  /** Zooms around a point of the screen, which keeps its position; without one, around the centre. */
  const zoomAt = (factor: number, clientX?: number, clientY?: number) =>
    setViewport((before) => {
      const scale = Math.min(MAX_SCALE, Math.max(1, before.scale * factor));
      if (scale === 1) return WHOLE_PICTURE;
      const box = frame.current!.getBoundingClientRect();
      const px = (clientX ?? box.left + box.width / 2) - box.left - box.width / 2;
      const py = (clientY ?? box.top + box.height / 2) - box.top - box.height / 2;
      const ratio = scale / before.scale;
      return clampShift({ scale, x: px - (px - before.x) * ratio, y: py - (py - before.y) * ratio }, box);
    });
  const pan = (dx: number, dy: number) =>
    setViewport((before) => {
      const box = frame.current!.getBoundingClientRect();
      return clampShift({ ...before, x: before.x + dx, y: before.y + dy }, box);
    });

  // React's wheel listeners are passive and could not prevent the page from scrolling
  useEffect(() => {
    const box = frame.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
    };
    box?.addEventListener('wheel', onWheel, { passive: false });
    return () => box?.removeEventListener('wheel', onWheel);
  });

  const onPointerDown = (event: PointerEvent) => {
    moved.current = false;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (Math.hypot(now.x - before.x, now.y - before.y) > 2) moved.current = true;
    if (other)
      zoomAt(distance(now, other) / distance(before, other), (now.x + other.x) / 2, (now.y + other.y) / 2);
    else pan(now.x - before.x, now.y - before.y);
    fingers.current.set(event.pointerId, now);
  };
  const onPointerUp = (event: PointerEvent) => void fingers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    const factor = ZOOMS[event.key];
    if (!step && factor === undefined) return;
    event.preventDefault();
    if (step) pan(step.x, step.y);
    else if (factor === 0) setViewport(WHOLE_PICTURE);
    else zoomAt(factor!);
  };

  return {
    viewport,
    frame,
    zoomIn: () => zoomAt(STEP),
    zoomOut: () => zoomAt(1 / STEP),
    reset: () => setViewport(WHOLE_PICTURE),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onKeyDown,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        viewport.scale > 1 ? setViewport(WHOLE_PICTURE) : zoomAt(3, event.clientX, event.clientY),
    },
  };
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

/** Limits the shift, so that the picture always covers the centre of its frame. */
function clampShift({ scale, x, y }: Viewport, { width, height }: DOMRect): Viewport {
  const maxX = (width * (scale - 1)) / 2;
  const maxY = (height * (scale - 1)) / 2;
  return {
    scale,
    x: Math.min(maxX, Math.max(-maxX, x)),
    y: Math.min(maxY, Math.max(-maxY, y)),
  };
}
