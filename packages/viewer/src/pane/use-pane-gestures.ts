import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import { type PaneFit, panBy, type Projection, type Viewport, zoomAbout } from '../geometry/viewport.ts';
import {
  type Drag,
  type GestureHandlers,
  Gestures,
  type PointerButton,
  type PointerSample,
} from './gestures.ts';

export interface PaneGestures {
  /** Takes a function, because several pointer events can arrive between two renders. */
  onViewport: (change: (viewport: Viewport) => Viewport) => void;
  startDrag: (pointer: PointerSample, button: PointerButton, projection: Projection) => Drag | undefined;
  /** Called when a finger rests on the pane. */
  startLongPress?: GestureHandlers['startLongPress'];
  onHover?: ((pointer: PointerSample | undefined, projection: Projection) => void) | undefined;
  /** Steps of the mouse wheel; without it, and with Ctrl, the wheel zooms. */
  onWheel?: ((steps: number) => void) | undefined;
}

const WHEEL_STEP_PX = 100;
const ZOOM_PER_WHEEL_STEP = 1.2;

const wheelSteps = ({ deltaMode, deltaY }: WheelEvent) =>
  deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY / 3 : deltaY / WHEEL_STEP_PX;

/**
 * The gestures of all panes: the middle button pans, two fingers pan and zoom, the wheel scrolls or zooms.
 */
export function usePaneGestures(
  frame: RefObject<HTMLElement | null>,
  fit: PaneFit,
  projection: Projection,
  { onViewport, startDrag, startLongPress, onHover, onWheel }: PaneGestures,
): Gestures {
  const handlers: GestureHandlers = {
    matrix: () => projection.matrix,
    startDrag: (pointer: PointerSample, button: PointerButton, event: PointerEvent) => {
      if (button !== 'left') event.preventDefault();
      if (button === 'middle') return gestures.panning;
      return startDrag(pointer, button, projection);
    },
    startLongPress,
    pinch: ({ factor, aroundPx, byPx }) =>
      onViewport((before) => panBy(zoomAbout(before, fit, aroundPx, factor), fit, byPx)),
    pan: (byPx) => onViewport((before) => panBy(before, fit, byPx)),
    hover: (pointer) => onHover?.(pointer, projection),
  };
  const [gestures] = useState(() => new Gestures(handlers));
  useLayoutEffect(() => gestures.setHandlers(handlers));
  const wheel = useEffectEvent((event: WheelEvent) => {
    const steps = wheelSteps(event);
    if (onWheel && !event.ctrlKey) return onWheel(steps);
    const box = frame.current!.getBoundingClientRect();
    const at: Vec2 = [event.clientX - box.left, event.clientY - box.top];
    onViewport((before) => zoomAbout(before, fit, at, ZOOM_PER_WHEEL_STEP ** -steps));
  });
  useEffect(() => {
    const element = frame.current;
    // React's wheel listener is passive, so it could not prevent the page from scrolling
    const listen = (event: WheelEvent) => {
      event.preventDefault();
      wheel(event);
    };
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [frame]);
  return gestures;
}
