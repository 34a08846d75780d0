import { angleOf, transformed, UNMOVED } from '@snimok/imaging/registration/rigid';
import { describe, expect, test } from 'vitest';
import { frameOf, GRID_AXES, layerCut } from '../geometry/frame.ts';
import { INITIAL_VIEWPORT } from '../geometry/viewport.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import { composeImages } from './compose.ts';
import { coverageOf, transformedCut } from './cuts.ts';
import {
  accepted,
  adjusted,
  type CompareState,
  linkedAtCursors,
  proposed,
  rejected,
  withLink,
} from './state.ts';

const viewports = { axial: INITIAL_VIEWPORT, coronal: INITIAL_VIEWPORT, sagittal: INITIAL_VIEWPORT };
const window = { center: 50, width: 100, inverted: false };
const centres = { transform: { ...UNMOVED, shiftMm: [1, 2, 3] as const }, state: 'centres' as const };

const initial: CompareState = {
  plane: 'axial',
  mode: 'beside',
  tool: 'crosshair',
  linked: true,
  cursors: [
    [10, 20, 30],
    [11, 22, 33],
  ],
  viewports: [viewports, viewports],
  windows: [window, window],
  blend: 0.5,
  alignment: centres,
  before: centres,
  progress: undefined,
  hasFailed: false,
};

const after = (state: CompareState, change: Partial<CompareState>): CompareState => ({ ...state, ...change });

describe('the alignment of two studies', () => {
  const found = { transform: UNMOVED, state: 'found' as const, agreement: { correlation: 0.9, inside: 0.8 } };

  test('is unconfirmed until the user accepts it, and a rejection restores the previous alignment', () => {
    const shown = after(initial, proposed(initial, found));
    expect(shown.alignment.state).toBe('found');
    expect(after(shown, rejected(shown)).alignment).toBe(centres);
    const confirmed = after(shown, accepted(shown));
    expect(confirmed.alignment).toMatchObject({ state: 'accepted', transform: UNMOVED });
    const again = after(confirmed, proposed(confirmed, { ...found, transform: centres.transform }));
    expect(after(again, rejected(again)).alignment).toEqual(confirmed.alignment);
  });

  test('is unconfirmed again after it is adjusted by hand, however many steps that takes', () => {
    const confirmed = after(initial, accepted(after(initial, proposed(initial, found))));
    const once = after(confirmed, adjusted(confirmed, [0, 0, 0], [2, 0, 0]));
    expect(once.alignment.state).toBe('manual');
    // the picture of the later study moves by 2 mm to the left: what was at x is now at x + 2
    expect(transformed(once.alignment.transform, [5, 0, 0])[0]).toBeCloseTo(
      transformed(confirmed.alignment.transform, [3, 0, 0])[0],
    );
    const twice = after(once, adjusted(once, [0, 0, 5], [0, 0, 0]));
    expect(angleOf(twice.alignment.transform)).toBeCloseTo(5);
    // the crosshair is the centre of the rotation
    const at = (state: CompareState) => transformed(state.alignment.transform, state.cursors[0]);
    for (const axis of [0, 1, 2]) expect(at(twice)[axis]).toBeCloseTo(at(once)[axis]!);
    expect(after(twice, rejected(twice)).alignment).toEqual(confirmed.alignment);
  });

  test('can be set by placing both crosshairs on the same point', () => {
    const apart = after(initial, withLink(initial, false));
    expect(apart.cursors[1]).toEqual([11, 22, 33]);
    const moved = after(apart, { cursors: [apart.cursors[0], [15, 25, 35]] });
    const linked = after(moved, linkedAtCursors(moved));
    expect(linked).toMatchObject({ linked: true, alignment: { state: 'manual' } });
    expect(transformed(linked.alignment.transform, [10, 20, 30])).toEqual([15, 25, 35]);
  });
});

test('a cut of the earlier volume is mapped to the same place of the later one', () => {
  const frame = frameOf({ size: [4, 4, 4], spacingMm: [1, 1, 1] }, GRID_AXES);
  const cut = layerCut(frame, 2, 1, 1, 'mean');
  // a quarter turn about the vertical
  const turned = transformedCut(cut, {
    rotation: [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
    shiftMm: [0, 0, 7],
  });
  const [x, y, z] = cut.columns[2]!.originMm;
  expect(turned.columns[2]!.originMm).toEqual([-y, x, z + 7]);
  // beyond the second of two rows there is nothing
  const covered = coverageOf(cut, { size: [4, 2, 4], spacingMm: [1, 1, 1] });
  expect([...covered]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(turned.up.map((part) => part + 0)).toEqual([1, 0, 0]);
});

describe('two pictures in one', () => {
  const picture = (values: number[], gap?: number): PaneImage => ({
    width: 2,
    height: 1,
    values: Uint16Array.from(values),
    pixelSize: [1, 1],
    gap,
  });
  const compose = (
    one: PaneImage,
    other: PaneImage,
    mode: 'blend' | 'checker' | 'difference',
    blend = 0.5,
  ) => [
    ...composeImages(
      { images: [one, other], windows: [window, window], coverage: Uint8Array.of(1, 1) },
      mode,
      blend,
    )!.colours!,
  ];

  test('are blended in greys, each in its own window', () => {
    const one = picture([0, 100]);
    const other = picture([100, 100]);
    expect(compose(one, other, 'blend', 0.5)).toEqual([128, 128, 128, 255, 255, 255, 255, 255]);
    expect(compose(one, other, 'blend', 0)[0]).toBe(0);
  });

  test('alternate in squares', () => {
    expect(compose(picture([0, 0]), picture([100, 100]), 'checker')).toEqual([
      0, 0, 0, 255, 255, 255, 255, 255,
    ]);
  });

  test('show what became denser in orange and what became less dense in blue', () => {
    const pixels = compose(picture([0, 100]), picture([100, 0]), 'difference');
    expect(pixels).toEqual([255, 146, 43, 255, 77, 171, 247, 255]);
    const [red, green, blue] = compose(picture([50, 50]), picture([52, 50]), 'difference');
    expect([green, blue]).toEqual([red, red]);
  });

  test('are not compared where one of them was not measured, nor when their sizes differ', () => {
    expect(compose(picture([9, 0], 9), picture([100, 0]), 'blend').slice(0, 3)).toEqual([20, 24, 28]);
    const larger = { ...picture([0, 0]), width: 1, height: 2 };
    const images = [picture([0, 0]), larger] as const;
    expect(
      composeImages({ images, windows: [window, window], coverage: Uint8Array.of(1, 1) }, 'blend', 0.5),
    ).toBeUndefined();
  });
});
