import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import {
  type PaneFit,
  type Matrix,
  matrixOf,
  panBy,
  pixelsPerUnit,
  type Viewport,
  zoomAbout,
} from '../geometry/viewport.ts';
import { type PaneImage, PaneRenderer } from './pane-renderer.ts';
import { type Drag, Gestures, type PointerSample } from './gestures.ts';
import classes from './pane.module.css';
import type { DisplayWindow } from './display-window.ts';

/** What lies on a pane knows how the picture lies under it. */
export interface Projection {
  matrix: Matrix;
  pxPerUnit: number;
  pane: Vec2;
}

interface PaneProps {
  /** of the whole pane, for those who hear it */
  label: string;
  image: PaneImage | undefined;
  /** of the picture in its units; known before the picture is */
  size: Vec2;
  displayWindow: DisplayWindow;
  viewport: Viewport;
  /** a change, not a value: fingers move faster than screens are drawn */
  onViewport: (change: (viewport: Viewport) => Viewport) => void;
  startDrag: (
    pointer: PointerSample,
    button: 'left' | 'middle' | 'right',
    projection: Projection,
  ) => Drag | undefined;
  onHover?: (pointer: PointerSample | undefined, projection: Projection) => void;
  /** steps of the wheel; without it, the wheel zooms */
  onWheel?: (steps: number) => void;
  onDoubleClick?: () => void;
  cursor?: string;
  /** lines and words upon the picture */
  overlay?: (projection: Projection) => ReactNode;
  /** what stands in the corners, above the overlay */
  children?: ReactNode;
}

const WHEEL_STEP_PX = 100;

/** One black rectangle with a grey picture in it, its marks upon it, and the gestures that all panes share. */
export function Pane({
  label,
  image,
  size,
  displayWindow,
  viewport,
  onViewport,
  overlay,
  children,
  ...on
}: PaneProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<PaneRenderer>(null);
  const pane = useSize(frame);
  const [lost, setLost] = useState(0);
  const fit: PaneFit = { pane, picture: size };
  const matrix = matrixOf(viewport, fit);
  const projection: Projection = { matrix, pxPerUnit: pixelsPerUnit(viewport, fit), pane };

  useLayoutEffect(() => {
    if (!canvas.current || pane[0] === 0) return;
    painter.current ??= new PaneRenderer(canvas.current);
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = pane.map((length) => Math.round(length * ratio)) as [number, number];
    if (canvas.current.width !== width) canvas.current.width = width;
    if (canvas.current.height !== height) canvas.current.height = height;
    painter.current.draw(image, displayWindow, matrix, ratio);
    // a new matrix each time, made of the same numbers
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [image, displayWindow, matrix.join(), pane[0], pane[1], lost]);

  useEffect(() => {
    const drawn = canvas.current;
    const restored = () => {
      painter.current?.forget();
      setLost((times) => times + 1);
    };
    drawn?.addEventListener('contextrestored', restored);
    return () => drawn?.removeEventListener('contextrestored', restored);
  }, []);

  const handlers = {
    matrix: () => matrix,
    startDrag: (pointer: PointerSample, button: 'left' | 'middle' | 'right', event: PointerEvent) => {
      if (button !== 'left') event.preventDefault();
      if (button === 'middle') return { move: ({ byPx }: PointerSample) => latest.current.pan(byPx) };
      return on.startDrag(pointer, button, projection);
    },
    pinch: ({ factor, aroundPx, byPx }: { factor: number; aroundPx: Vec2; byPx: Vec2 }) =>
      onViewport((was) => panBy(zoomAbout(was, fit, aroundPx, factor), fit, byPx)),
    hover: (pointer: PointerSample | undefined) => on.onHover?.(pointer, projection),
  };
  const latest = useRef({ pan: (_byPx: Vec2) => {}, wheel: (_event: WheelEvent) => {} });
  const [gestures] = useState(() => new Gestures(handlers));
  useLayoutEffect(() => {
    gestures.setHandlers(handlers);
    latest.current = {
      pan: (byPx) => onViewport((was) => panBy(was, fit, byPx)),
      wheel: (event) => {
        const steps = event.deltaMode === 1 ? event.deltaY / 3 : event.deltaY / WHEEL_STEP_PX;
        if (on.onWheel && !event.ctrlKey) return on.onWheel(steps);
        const box = frame.current!.getBoundingClientRect();
        const at: Vec2 = [event.clientX - box.left, event.clientY - box.top];
        onViewport((was) => zoomAbout(was, fit, at, 1.2 ** -steps));
      },
    };
  });
  useEffect(() => {
    const element = frame.current;
    // React's own listener is passive and could not keep the page from scrolling
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      latest.current.wheel(event);
    };
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, []);

  return (
    <div className={classes.pane} role="group" aria-label={label}>
      <div
        ref={frame}
        className={classes.frame}
        style={{ cursor: on.cursor }}
        onPointerDown={(event) => gestures.down(event)}
        onPointerMove={(event) => gestures.move(event)}
        onPointerUp={(event) => gestures.up(event)}
        onPointerCancel={(event) => gestures.up(event, true)}
        onPointerLeave={(event) => gestures.leave(event)}
        onDoubleClick={on.onDoubleClick}
        onContextMenu={(event) => event.preventDefault()}
      >
        <canvas ref={canvas} className={classes.canvas} data-drawn={image ? '' : undefined} />
        {pane[0] > 0 && overlay && (
          <svg className={classes.overlay} width={pane[0]} height={pane[1]} aria-hidden>
            {overlay(projection)}
          </svg>
        )}
      </div>
      {children}
    </div>
  );
}

function useSize(ref: React.RefObject<HTMLDivElement | null>): Vec2 {
  const [size, setSize] = useState<Vec2>([0, 0]);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setSize([element.clientWidth, element.clientHeight]);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
