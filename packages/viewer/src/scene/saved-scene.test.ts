import { expect, test } from 'vitest';
import { type Axes, GRID_AXES, rotatedAbout } from '../geometry/frame.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { CAMERA_PRESETS, type Camera, cameraInVolume, rotated } from '../rendering/camera.ts';
import type { Placement } from '../volume/voxels/placement.ts';
import { edgesOf, letterOf } from './orientation.ts';
import { restoredScene, savedScene } from './saved-scene.ts';
import { initialScene } from './scene-state.ts';

/** Tilted by 10° in the patient. */
const placement: Placement = {
  size: [100, 100, 50],
  spacingMm: [0.4, 0.4, 0.4],
  originMm: [5, -60, 12],
  directions: rotatedAbout(GRID_AXES, [1, 0, 0], 10),
  axes: [],
};
const levelled: Axes = rotatedAbout(GRID_AXES, [0, 0, 1], 25);

const expectClose = (one: Camera, other: Camera) =>
  one.flat().forEach((value, at) => expect(value).toBeCloseTo(other.flat()[at]!, 9));

test('a key image restores the view, and shows the same after another levelling', () => {
  const state = {
    ...initialScene(),
    camera: rotated(CAMERA_PRESETS.left, 0.3, 0.2),
    zoom: 2,
    panMm: [3, -4] as const,
    tissue: 'airway' as const,
    threshold: 0.2,
    opacity: 0.6,
    clip: { by: 'free' as const, flipped: true, normal: [0, -0.6, 0.8] as Vec3, offsetMm: 2 },
    crop: [
      [0, 1],
      [0.2, 1],
      [0, 0.7],
    ] as const,
  };
  const saved = savedScene(state, levelled, placement);
  const again = restoredScene(saved, levelled, placement);
  expectClose(again.camera!, state.camera);
  expect(again).toMatchObject({ zoom: 2, panMm: [3, -4], tissue: 'airway', threshold: 0.2, opacity: 0.6 });
  expect(again.crop).toEqual(state.crop);
  again.clip!.normal.forEach((value, at) => expect(value).toBeCloseTo(state.clip.normal[at]!, 9));

  const other = restoredScene(saved, GRID_AXES, placement);
  expectClose(cameraInVolume(other.camera!, GRID_AXES), cameraInVolume(state.camera, levelled));
});

test('unknown values from another version of the viewer leave the view unchanged', () => {
  const saved = savedScene(initialScene(), GRID_AXES, placement);
  const restored = restoredScene(
    { ...saved, tissue: 'skin', clip: { ...saved.clip, by: 'sphere' }, up: saved.right },
    GRID_AXES,
    placement,
  );
  expect(restored).toEqual({ zoom: 1, panMm: [0, 0], crop: initialScene().crop });
});

test('the edges of the view are named by the directions of the patient', () => {
  expect(edgesOf(CAMERA_PRESETS.front)).toEqual({ left: 'П', right: 'Л', top: 'Верх', bottom: 'Низ' });
  expect(edgesOf(CAMERA_PRESETS.right)).toEqual({ left: 'Зад', right: 'Перед', top: 'Верх', bottom: 'Низ' });
  expect(edgesOf(CAMERA_PRESETS.above)).toMatchObject({ left: 'П', top: 'Зад', bottom: 'Перед' });
  expect(edgesOf(rotated(CAMERA_PRESETS.front, Math.PI / 4, 0)).right).toMatch(/^(Л · Перед|Перед · Л)$/);
  expect(letterOf([0, -0.35, 0.94])).toBe('Верх');
});
