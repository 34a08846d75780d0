import { expect, test } from 'vitest';
import { barOf } from './bar-of.ts';
import type { CbctState } from './state.ts';

const nothing = { hasAnnotation: false, hasRegion: false, narrow: false };
const state = (changed: Partial<CbctState>): CbctState =>
  ({ tool: 'crosshair', layout: 'four', single: 'axial', editing: false, ...changed }) as CbctState;
const levelling = { by: 'occlusal', points: [], isPicking: false, failed: false } as const;

test('only one bar is shown, first that of an annotation, then of the levelling, arch, tool, region or layout', () => {
  const all = state({ levelling, editing: true, tool: 'implant', layout: 'joints' });
  const region = { ...nothing, hasRegion: true };
  expect(barOf(all, { ...region, hasAnnotation: true })).toBe('annotation');
  expect(barOf(all, region)).toBe('levelling');
  expect(barOf({ ...all, levelling: undefined }, region)).toBe('arch');
  expect(barOf(state({ tool: 'implant', layout: 'joints' }), region)).toBe('implant');
  expect(barOf(state({ tool: 'length', layout: 'joints' }), region)).toBe('tool');
  expect(barOf(state({ layout: 'joints' }), region)).toBe('region');
  expect(barOf(state({ layout: 'joints', tool: 'zoom' }), nothing)).toBe('joints');
  expect(barOf(state({ layout: 'grid' }), nothing)).toBe('grid');
  expect(barOf(state({}), nothing)).toBe('tool');
});

test.each<[string, Partial<CbctState>, boolean]>([
  ['the 3D view alone', { layout: 'single', single: 'volume' }, false],
  ['the cephalogram', { layout: 'cephalogram' }, false],
  ['the panorama of a phone', { layout: 'four', single: 'panorama' }, true],
])('the bar of a region is not shown over %s, which has no slice', (_name, shown, narrow) => {
  expect(barOf(state(shown), { ...nothing, narrow, hasRegion: true })).not.toBe('region');
});
