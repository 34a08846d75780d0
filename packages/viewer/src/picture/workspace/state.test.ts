import { expect, test } from 'vitest';
import { INITIAL_VIEWPORT } from '../../geometry/viewport.ts';
import type { Frame } from '../../study/study.ts';
import { initialState, isStack, withFrame } from './state.ts';

const frame = (window: { center: number; width: number }, change: Partial<Frame> = {}): Frame => ({
  columns: 100,
  rows: 100,
  encoding: 'htj2k',
  scale: { bits: 16, slope: 1, intercept: -1000 },
  window,
  inverted: false,
  spacingMm: [0.3, 0.3],
  measuredAt: 'patient',
  pixelAspect: 1,
  patientOrientation: null,
  sizeBytes: 1,
  ...change,
});
const BONE = { center: 700, width: 3000 };
const stack = [frame({ center: -1000, width: 256 }), frame(BONE), frame(BONE), frame(BONE)];

test('a stack has one window, which does not change on slices of air', () => {
  const state = initialState(stack);
  expect(state.displayWindow).toEqual({ ...BONE, inverted: false });
  expect(withFrame(state, stack, 2).displayWindow).toEqual(state.displayWindow);
});

test('window, zoom and rotation are kept when another slice of a stack is shown', () => {
  const viewport = { ...INITIAL_VIEWPORT, zoom: 3, quarterTurns: 1 };
  const displayWindow = { center: 100, width: 400, inverted: true };
  const next = withFrame({ ...initialState(stack), viewport, displayWindow }, stack, 3);
  expect(next).toMatchObject({ frame: 3, viewport, displayWindow });
});

test('pictures of different sizes have a view each, which is restored', () => {
  const pictures = [frame(BONE), frame({ center: 50, width: 100 }, { columns: 60 })];
  expect(isStack(pictures)).toBe(false);
  const viewport = { ...INITIAL_VIEWPORT, zoom: 2 };
  const second = withFrame({ ...initialState(pictures), viewport }, pictures, 1);
  expect(second.displayWindow).toMatchObject({ center: 50, width: 100 });
  expect(second.viewport).toEqual(INITIAL_VIEWPORT);
  expect(withFrame(second, pictures, 0).viewport).toEqual(viewport);
});
