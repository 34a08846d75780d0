import type { PointerEvent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Drag, type GestureHandlers, Gestures } from './gestures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const element = {
  setPointerCapture: () => undefined,
  getBoundingClientRect: () => ({ left: 0, top: 0 }),
};
const event = (pointerType: string, clientX: number, clientY: number, pointerId = 1) =>
  ({
    pointerType,
    clientX,
    clientY,
    pointerId,
    button: 0,
    currentTarget: element,
  }) as unknown as PointerEvent<HTMLElement>;

const opened = () => {
  const calls: string[] = [];
  const dragOf = (name: string): Drag => ({
    move: () => calls.push(`${name} move`),
    end: (_pointer, aborted) => calls.push(`${name} ${aborted ? 'aborted' : 'end'}`),
  });
  const handlers: GestureHandlers = {
    matrix: () => [1, 0, 0, 1, 0, 0],
    startDrag: () => dragOf('drag'),
    startLongPress: () => dragOf('held'),
    pinch: ({ factor }) => calls.push(`pinch ${factor}`),
  };
  return { gestures: new Gestures(handlers), calls };
};

test('a finger that rests aborts the drag of the tool and begins a drag of its own', () => {
  const { gestures, calls } = opened();
  gestures.down(event('touch', 100, 100));
  gestures.move(event('touch', 103, 102));
  vi.advanceTimersByTime(600);
  gestures.move(event('touch', 140, 100));
  gestures.up(event('touch', 140, 100));
  expect(calls).toEqual(['drag move', 'drag aborted', 'held move', 'held end']);
});

test('a moving finger, a second finger, a pen and a mouse do not count as a resting finger', () => {
  const { gestures, calls } = opened();
  gestures.down(event('touch', 100, 100));
  gestures.move(event('touch', 120, 100));
  vi.advanceTimersByTime(600);
  gestures.up(event('touch', 120, 100));
  expect(calls).toEqual(['drag move', 'drag end']);

  calls.length = 0;
  gestures.down(event('touch', 100, 100));
  gestures.down(event('touch', 200, 100, 2));
  vi.advanceTimersByTime(600);
  gestures.move(event('touch', 300, 100, 2));
  expect(calls).toEqual(['drag aborted', 'pinch 2']);
  gestures.up(event('touch', 100, 100));
  gestures.up(event('touch', 300, 100, 2));

  calls.length = 0;
  for (const pointerType of ['pen', 'mouse']) {
    gestures.down(event(pointerType, 100, 100));
    vi.advanceTimersByTime(600);
    gestures.up(event(pointerType, 100, 100));
  }
  expect(calls).toEqual(['drag end', 'drag end']);
});
