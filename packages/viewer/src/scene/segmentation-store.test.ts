import { writeGlb } from '@snimok/imaging/surface/write-mesh';
import { expect, test } from 'vitest';
import type { ViewerSession } from '../study/viewer-session.ts';
import { SegmentationStore } from './segmentation-store.ts';

const glbOf = (...names: string[]) =>
  writeGlb(
    names.map((name) => ({
      name,
      colour: [1, 1, 1, 1] as const,
      positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      triangles: new Uint32Array([0, 1, 2]),
    })),
  ).buffer;

const ready = (more: object) => ({
  status: 'ready',
  progress: null,
  reason: null,
  finishedAt: '2026-11-21T10:00:00.000Z',
  parts: [],
  files: [],
  ...more,
});

const storeOf = (state: object) => {
  const session = {
    segmentation: async () => state,
    surfaces: async () => glbOf('upper', 'lower'),
    structures: async () => glbOf('lower', 'tooth-36'),
  };
  return new SegmentationStore(session as unknown as ViewerSession);
};

test('each structure that a model has separated is a part, and older segmentations have the jaws as parts', async () => {
  for (const [state, names] of [
    [ready({ structuresBytes: 1000 }), ['lower', 'tooth-36']],
    [ready({ structuresBytes: null }), ['upper', 'lower']],
    [ready({}), ['upper', 'lower']],
  ] as const) {
    const store = storeOf(state);
    await store.refresh();
    expect(store.get().parts.map(({ name }) => name)).toEqual(names);
  }
});

test('selecting a structure again deselects it', async () => {
  const store = storeOf(ready({ structuresBytes: 1000 }));
  await store.refresh();
  store.select(36);
  expect(store.get().selected).toBe(36);
  store.select(46);
  expect(store.get().selected).toBe(46);
  store.select(46);
  expect(store.get().selected).toBeUndefined();
});
