import type { Axes } from '../geometry/frame.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { cameraFrom, cameraInAxes, cameraInVolume } from '../rendering/camera.ts';
import { type Clip, CLIPS } from '../rendering/clipping.ts';
import { type Tissue, TISSUES } from '../rendering/tissues.ts';
import type { SavedScene } from '../study/study.ts';
import { directionToPatient, fromPatient, type Placement } from '../volume/voxels/placement.ts';
import type { SceneState } from './scene-state.ts';

const pair = ([one, other]: Vec2): [number, number] => [one, other];

/**
 * What a key image keeps of the 3D view. Directions are the patient's, so that the view is the same after another
 * levelling; `axes` are the shown ones, in the volume's axes.
 */
export function savedScene(state: SceneState, axes: Axes, placement: Placement): SavedScene {
  const { camera, zoom, panMm, tissue, threshold, opacity, clip, crop } = state;
  const saved = (direction: Vec3): [number, number, number] => {
    const [right] = cameraInVolume([direction, direction, direction], axes);
    const [x, y, z] = directionToPatient(placement, right);
    return [x, y, z];
  };
  return {
    right: saved(camera[0]),
    up: saved(camera[1]),
    zoom,
    panMm: pair(panMm),
    tissue,
    threshold,
    opacity,
    clip: { ...clip, normal: saved(clip.normal) },
    crop: [pair(crop[0]), pair(crop[1]), pair(crop[2])],
  };
}

/** The state that a key image restores; names of another version of the viewer are left out. */
export function restoredScene(saved: SavedScene, axes: Axes, placement: Placement): Partial<SceneState> {
  const { zoom, panMm, tissue, threshold, opacity, clip, crop } = saved;
  const directions = { ...placement, originMm: [0, 0, 0] as const };
  const shown = (direction: Vec3) => {
    const inVolume = fromPatient(directions, direction);
    return cameraInAxes([inVolume, inVolume, inVolume], axes)[0];
  };
  const camera = cameraFrom(shown(saved.right), shown(saved.up));
  return {
    zoom,
    panMm,
    crop,
    ...(camera && { camera }),
    ...(isTissue(tissue) && { tissue, threshold, opacity, isVolumeShown: true }),
    ...(isClip(clip.by) && { clip: { ...clip, by: clip.by, normal: shown(clip.normal) } }),
  };
}

const isTissue = (name: string): name is Tissue => TISSUES.some((tissue) => tissue === name);
const isClip = (name: string): name is Clip['by'] => CLIPS.some((clip) => clip === name);
