import { clamp, type Vec2 } from '../geometry/vectors.ts';
import { type Camera, CAMERA_PRESETS, type CameraPreset, INITIAL_CAMERA } from '../rendering/camera.ts';
import { type Clip, CLIPS, type Crop, NO_CLIP, NO_CROP } from '../rendering/clipping.ts';
import type { Look } from '../rendering/pick.ts';
import { type Tissue, TISSUE_LOOKS } from '../rendering/tissues.ts';
import { Store } from '../state/store.ts';

/** How the 3D view shows the volume; kept while other panes are in its place. */
export interface SceneState extends Look {
  /** in the shown axes, so that it follows a levelling */
  camera: Camera;
  zoom: number;
  panMm: Vec2;
  clip: Clip;
  crop: Crop;
  /** undefined until the user chooses: shown unless surfaces of a segmentation are */
  isVolumeShown: boolean | undefined;
  areSurfacesShown: boolean;
  /** names of parts of the segmentation */
  hiddenParts: ReadonlySet<string>;
  areSettingsOpened: boolean;
  /** whether the panel is open in which the segmentation is requested */
  isSegmentationOpened: boolean;
}

const lookOf = (tissue: Tissue): Look => {
  const { threshold, opacity } = TISSUE_LOOKS[tissue];
  return { tissue, threshold, opacity };
};

/** @internal */
export const initialScene = (): SceneState => ({
  ...lookOf('bone'),
  camera: INITIAL_CAMERA,
  zoom: 1,
  panMm: [0, 0],
  clip: NO_CLIP,
  crop: NO_CROP,
  isVolumeShown: undefined,
  areSurfacesShown: true,
  hiddenParts: new Set(),
  areSettingsOpened: false,
  isSegmentationOpened: false,
});

export const newSceneStore = (): Store<SceneState> => new Store(initialScene());

export const zoomedBy = (zoom: number, factor: number): number => clamp(zoom * factor, 0.5, 12);

export const showFrom = (store: Store<SceneState>, preset: CameraPreset): void =>
  store.set({ camera: CAMERA_PRESETS[preset], panMm: [0, 0], zoom: 1 });

/** A preset with its own threshold and opacity; what surfaces hide is shown again. */
export const chooseTissue = (store: Store<SceneState>, tissue: Tissue): void =>
  store.set({ ...lookOf(tissue), isVolumeShown: true });

/** A free plane is perpendicular to the line of sight at this moment. */
export const chooseClip = (store: Store<SceneState>, by: Clip['by']): void =>
  store.set(({ clip, camera }) => ({
    clip: { ...clip, by, offsetMm: 0, ...(by === 'free' && { normal: camera[2], flipped: false }) },
  }));

export const nextClip = (store: Store<SceneState>): void => {
  const at = CLIPS.indexOf(store.get().clip.by);
  chooseClip(store, CLIPS[(at + 1) % CLIPS.length]!);
};

export const flipClip = (store: Store<SceneState>): void =>
  store.set(({ clip }) => ({ clip: { ...clip, flipped: !clip.flipped } }));

/** Moves one side of the cropping box; a part of the volume always remains. */
export const cropSide = (store: Store<SceneState>, axis: 0 | 1 | 2, side: 0 | 1, to: number): void =>
  store.set(({ crop }) => {
    const [low, high] = crop[axis];
    const range: Vec2 =
      side === 0 ? [clamp(to, 0, high - LEAST_PART), high] : [low, clamp(to, low + LEAST_PART, 1)];
    return { crop: crop.with(axis, range) as unknown as Crop };
  });

const LEAST_PART = 0.02;

export const resetView = (store: Store<SceneState>): void =>
  store.set(({ areSettingsOpened, isSegmentationOpened, areSurfacesShown, hiddenParts }) => ({
    ...initialScene(),
    isSegmentationOpened,
    areSettingsOpened,
    areSurfacesShown,
    hiddenParts,
  }));

export const toggleSettings = (store: Store<SceneState>): void =>
  store.set(({ areSettingsOpened }) => ({
    areSettingsOpened: !areSettingsOpened,
    isSegmentationOpened: false,
  }));

/** Opens or closes the panel of the segmentation, which takes the place of the settings. */
export const toggleSegmentation = (store: Store<SceneState>): void =>
  store.set(({ isSegmentationOpened }) => ({
    isSegmentationOpened: !isSegmentationOpened,
    areSettingsOpened: false,
  }));

export const toggleSurfaces = (store: Store<SceneState>): void =>
  store.set(({ areSurfacesShown }) => ({ areSurfacesShown: !areSurfacesShown }));
