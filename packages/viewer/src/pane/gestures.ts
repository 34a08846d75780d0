import type { PointerEvent } from 'react';
import { toPicture, type Matrix } from '../geometry/viewport.ts';
import type { Vec2 } from '../geometry/vectors.ts';

/** Where a pointer is: on the picture, in the pane, and how far it went since the last time. */
export interface PointerSample {
  position: Vec2;
  px: Vec2;
  byPx: Vec2;
  /** how far it has ever been from where it was pressed */
  travelPx: number;
  coarse: boolean;
}

/** One press of a pointer, from down to up. */
export interface Drag {
  move?: (pointer: PointerSample) => void;
  /** `aborted`: a second finger came, or the browser took the pointer */
  end?: (pointer: PointerSample, aborted: boolean) => void;
}

export interface Pinch {
  factor: number;
  aroundPx: Vec2;
  byPx: Vec2;
}

export interface GestureHandlers {
  matrix: () => Matrix;
  startDrag: (
    pointer: PointerSample,
    button: 'left' | 'middle' | 'right',
    event: PointerEvent,
  ) => Drag | undefined;
  pinch: (pinch: Pinch) => void;
  hover?: (pointer: PointerSample | undefined) => void;
}

const BUTTONS = ['left', 'middle', 'right'] as const;

/** Tells one pointer's drags from two fingers' pinches. */
export class Gestures {
  #pointers = new Map<number, Vec2>();
  #drag: { id: number; drag: Drag; from: Vec2; last: Vec2; travelPx: number } | undefined;
  #targets: GestureHandlers;

  constructor(handlers: GestureHandlers) {
    this.#targets = handlers;
  }

  setHandlers(handlers: GestureHandlers): void {
    this.#targets = handlers;
  }

  down(event: PointerEvent<HTMLElement>): void {
    const button = BUTTONS[event.button];
    if (!button) return;
    const px = positionOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, px);
    if (this.#pointers.size > 1) return this.#end(event, px, true);
    const drag = this.#targets.startDrag(this.#touch(px, px, 0, event), button, event);
    if (drag) this.#drag = { id: event.pointerId, drag, from: px, last: px, travelPx: 0 };
  }

  move(event: PointerEvent<HTMLElement>): void {
    const px = positionOf(event);
    const known = this.#pointers.get(event.pointerId);
    if (!known) return this.#targets.hover?.(this.#touch(px, px, 0, event));
    if (this.#pointers.size === 2) this.#pinch(event.pointerId, known, px);
    this.#pointers.set(event.pointerId, px);
    const running = this.#drag;
    if (!running || running.id !== event.pointerId) return;
    running.travelPx = Math.max(running.travelPx, distance(px, running.from));
    running.drag.move?.(this.#touch(px, running.last, running.travelPx, event));
    running.last = px;
  }

  up(event: PointerEvent<HTMLElement>, aborted = false): void {
    const px = positionOf(event);
    this.#pointers.delete(event.pointerId);
    if (this.#drag?.id === event.pointerId) this.#end(event, px, aborted);
  }

  leave(event: PointerEvent<HTMLElement>): void {
    if (!this.#pointers.has(event.pointerId)) this.#targets.hover?.(undefined);
  }

  #end(event: PointerEvent, px: Vec2, aborted: boolean): void {
    const running = this.#drag;
    this.#drag = undefined;
    running?.drag.end?.(this.#touch(px, running.last, running.travelPx, event), aborted);
  }

  #pinch(moved: number, from: Vec2, to: Vec2): void {
    const other = [...this.#pointers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    this.#targets.pinch({
      factor: distance(to, other) / Math.max(1, distance(from, other)),
      aroundPx: [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2],
      byPx: [(to[0] - from[0]) / 2, (to[1] - from[1]) / 2],
    });
  }

  #touch(px: Vec2, last: Vec2, travelPx: number, { pointerType }: PointerEvent): PointerSample {
    const byPx: Vec2 = [px[0] - last[0], px[1] - last[1]];
    return {
      position: toPicture(this.#targets.matrix(), px),
      px,
      byPx,
      travelPx,
      coarse: pointerType === 'touch',
    };
  }
}

const distance = (one: Vec2, other: Vec2) => Math.hypot(one[0] - other[0], one[1] - other[1]);

function positionOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Vec2 {
  const box = currentTarget.getBoundingClientRect();
  return [clientX - box.left, clientY - box.top];
}
