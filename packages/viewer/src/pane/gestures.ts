import type { PointerEvent } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import { type Matrix, toPicture } from '../geometry/viewport.ts';
import { LongPress } from './long-press.ts';

export interface PointerSample {
  /** in the picture's units */
  position: Vec2;
  /** in the pane */
  px: Vec2;
  /** since the previous sample */
  byPx: Vec2;
  /** the greatest distance from where the drag started */
  travelPx: number;
  /** true for touch */
  coarse: boolean;
}

export type PointerButton = 'left' | 'middle' | 'right';

/** The handlers that are called between pointer down and pointer up. */
export interface Drag {
  move?: (pointer: PointerSample) => void;
  /** `aborted`: a second finger came down, or the browser cancelled the pointer. */
  end?: (pointer: PointerSample, aborted: boolean) => void;
}

interface Pinch {
  factor: number;
  aroundPx: Vec2;
  byPx: Vec2;
}

export interface GestureHandlers {
  /** the current transform from picture to pane */
  matrix: () => Matrix;
  startDrag: (pointer: PointerSample, button: PointerButton, event: PointerEvent) => Drag | undefined;
  /** a finger has rested; its drag ends, and this one begins */
  startLongPress?: ((pointer: PointerSample) => Drag | undefined) | undefined;
  pinch: (pinch: Pinch) => void;
  /** of the drag `panning` */
  pan?: (byPx: Vec2) => void;
  hover?: (pointer: PointerSample | undefined) => void;
}

const BUTTONS = ['left', 'middle', 'right'] as const;

/** Turns pointer events into drags by one pointer and pinches by two fingers. */
export class Gestures {
  #pointers = new Map<number, Vec2>();
  #active: { id: number; drag: Drag; from: Vec2; last: Vec2; travelPx: number } | undefined;
  #handlers: GestureHandlers;
  #longPress = new LongPress();

  constructor(handlers: GestureHandlers) {
    this.#handlers = handlers;
  }

  /** Moves the picture with the pointer, also after the handlers have changed. */
  readonly panning: Drag = { move: ({ byPx }) => this.#handlers.pan?.(byPx) };

  setHandlers(handlers: GestureHandlers): void {
    this.#handlers = handlers;
  }

  down(event: PointerEvent<HTMLElement>): void {
    const button = BUTTONS[event.button];
    if (!button) return;
    const px = positionIn(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, px);
    if (this.#pointers.size > 1) {
      this.#longPress.cancel();
      return this.#end(event, px, true);
    }
    const drag = this.#handlers.startDrag(this.#sample(px, px, 0, event), button, event);
    if (drag) this.#active = { id: event.pointerId, drag, from: px, last: px, travelPx: 0 };
    if (event.pointerType === 'touch' && this.#handlers.startLongPress) {
      const { pointerId, pointerType } = event;
      this.#longPress.start(() => this.#hold({ pointerId, pointerType, px }));
    }
  }

  move(event: PointerEvent<HTMLElement>): void {
    const px = positionIn(event);
    const previous = this.#pointers.get(event.pointerId);
    if (!previous) return this.#handlers.hover?.(this.#sample(px, px, 0, event));
    if (this.#pointers.size === 2) this.#pinch(event.pointerId, previous, px);
    this.#pointers.set(event.pointerId, px);
    const active = this.#active;
    if (!active || active.id !== event.pointerId) return;
    this.#longPress.travelled(distance(px, active.from));
    active.travelPx = Math.max(active.travelPx, distance(px, active.from));
    active.drag.move?.(this.#sample(px, active.last, active.travelPx, event));
    active.last = px;
  }

  up(event: PointerEvent<HTMLElement>, aborted = false): void {
    const px = positionIn(event);
    this.#longPress.cancel();
    this.#pointers.delete(event.pointerId);
    if (this.#active?.id === event.pointerId) this.#end(event, px, aborted);
  }

  leave(event: PointerEvent<HTMLElement>): void {
    if (!this.#pointers.has(event.pointerId)) this.#handlers.hover?.(undefined);
  }

  #hold({
    pointerId,
    pointerType,
    px,
  }: Pick<PointerEvent, 'pointerId' | 'pointerType'> & { px: Vec2 }): void {
    this.#end({ pointerType }, px, true);
    const drag = this.#handlers.startLongPress?.(this.#sample(px, px, 0, { pointerType }));
    if (drag) this.#active = { id: pointerId, drag, from: px, last: px, travelPx: 0 };
  }

  #end(event: Pick<PointerEvent, 'pointerType'>, px: Vec2, aborted: boolean): void {
    const active = this.#active;
    this.#active = undefined;
    active?.drag.end?.(this.#sample(px, active.last, active.travelPx, event), aborted);
  }

  #pinch(movedID: number, from: Vec2, to: Vec2): void {
    const other = [...this.#pointers].find(([id]) => id !== movedID)?.[1];
    if (!other) return;
    this.#handlers.pinch({
      factor: distance(to, other) / Math.max(1, distance(from, other)),
      aroundPx: [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2],
      byPx: [(to[0] - from[0]) / 2, (to[1] - from[1]) / 2],
    });
  }

  #sample(
    px: Vec2,
    last: Vec2,
    travelPx: number,
    { pointerType }: Pick<PointerEvent, 'pointerType'>,
  ): PointerSample {
    return {
      position: toPicture(this.#handlers.matrix(), px),
      px,
      byPx: [px[0] - last[0], px[1] - last[1]],
      travelPx,
      coarse: pointerType === 'touch',
    };
  }
}

const distance = (one: Vec2, other: Vec2) => Math.hypot(one[0] - other[0], one[1] - other[1]);

function positionIn({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Vec2 {
  const box = currentTarget.getBoundingClientRect();
  return [clientX - box.left, clientY - box.top];
}

/** The width of a finger scrolls a few slices. */
const PX_PER_SLICE = 6;

/** A drag up or down scrolls through slices or pictures. */
export function scrollDrag(scroll: (slices: number) => void): Drag {
  let rest = 0;
  return {
    move: ({ byPx }) => {
      rest += byPx[1] / PX_PER_SLICE;
      const slices = Math.trunc(rest);
      if (slices === 0) return;
      rest -= slices;
      scroll(slices);
    },
  };
}

const SWIPE_PX = 40;

/** A swipe up or down turns a page when the finger is lifted: up to the next one. */
export const swipeDrag = (turn: (pages: 1 | -1) => void): Drag => {
  const moved: [number, number] = [0, 0];
  return {
    move: ({ byPx }) => {
      moved[0] += byPx[0];
      moved[1] += byPx[1];
    },
    end: (_pointer, aborted) => {
      const [across, down] = moved;
      if (!aborted && Math.abs(down) >= SWIPE_PX && Math.abs(down) > Math.abs(across))
        turn(down < 0 ? 1 : -1);
    },
  };
};
