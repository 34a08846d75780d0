import { expect, test } from 'vitest';
import { layoutSettings, stateOfLayout } from './layout-settings.ts';
import { gridSizeOn, INITIAL_SETTINGS } from '../workspace/reading-settings.ts';
import type { CbctState } from '../workspace/state.ts';

const state = {
  ...INITIAL_SETTINGS,
  layout: 'grid',
  fourth: 'volume',
  single: 'coronal',
  slabMm: 5,
  blend: 'max',
  panoramaShiftMm: -2.5,
  crossSectionsMirrored: true,
  gridSize: [5, 4],
} as unknown as CbctState;

test('a saved layout restores panes, slabs and steps', () => {
  const restored = stateOfLayout(JSON.parse(JSON.stringify(layoutSettings(state))));
  const { cursor: _cursor, ...known } = { ...state, cursor: undefined };
  expect(restored).toEqual(known);
});

test('names and values of another version are left out', () => {
  const saved = {
    layout: 'tmj',
    slabMm: 7,
    gridColumns: 9,
    gridRows: 9,
    panoramaShiftMm: 400,
    colour: 'red',
  };
  expect(stateOfLayout({ ...saved, blend: 'mean' })).toEqual({ blend: 'mean' });
});

test('only grids too large for a phone change, to two columns in portrait or two rows in landscape', () => {
  const shown = ([columns, rows]: [number, number]) =>
    (['usual', 'narrow', 'low'] as const).map((screen) => gridSizeOn(screen, [columns, rows]).join(' × '));
  expect(shown([6, 5])).toEqual(['6 × 5', '2 × 3', '4 × 2']);
  expect(shown([2, 4])).toEqual(['2 × 4', '2 × 4', '4 × 2']);
  expect(shown([2, 2])).toEqual(['2 × 2', '2 × 2', '2 × 2']);
  expect(stateOfLayout({ layout: 'grid', gridColumns: 1, gridRows: 3 }).gridSize).toEqual([1, 3]);
});
