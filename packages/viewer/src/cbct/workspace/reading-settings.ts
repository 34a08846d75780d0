import type { Blend } from '@snimok/imaging/volume/slice';
import type { Plane } from './layers.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';

/** Which arch is shown: the portal's own, or the author's of one jaw. */
export type Jaw = 'both' | 'upper' | 'lower';

/** How the layers of the panorama are combined; `sharp`: their mean, enhanced as the portal's panoramas are. */
export type PanoramaBlend = Blend | 'sharp';

/** How the pictures along the arch are cut. */
export interface ReadingSettings {
  panoramaSlabMm: number;
  /** the layer's distance from the arch, positive towards the tongue */
  panoramaShiftMm: number;
  panoramaBlend: PanoramaBlend;
  crossSectionStepMm: number;
  crossSectionWidthMm: number;
  /** 0: one sample deep */
  crossSectionSlabMm: number;
  /** the tongue is on the left, as seen from the mouth */
  crossSectionsMirrored: boolean;
  gridPlane: Plane;
  gridSize: GridSize;
  gridStepMm: number;
}

type GridSize = readonly [columns: number, rows: number];
/** `narrow`: a phone upright, `low`: a phone on its side */
export type GridScreen = 'usual' | 'narrow' | 'low';

/** How cross-sections are cut: `slabMm` 0 is one sample deep; mirrored, the tongue is on the left. */
export interface SectionShape {
  widthMm: number;
  slabMm: number;
  mirrored: boolean;
}

export const INITIAL_SETTINGS: ReadingSettings = {
  panoramaSlabMm: 10,
  panoramaShiftMm: 0,
  panoramaBlend: 'mean',
  crossSectionStepMm: 2,
  crossSectionWidthMm: 30,
  crossSectionSlabMm: 0,
  crossSectionsMirrored: false,
  gridPlane: 'axial',
  gridSize: [4, 3],
  gridStepMm: 2,
};

export const PANORAMA_SLABS_MM = [1, 3, 5, 10, 15, 20, 30] as const;
export const MOST_SHIFT_MM = 10;
export const CROSS_SECTION_STEPS_MM = [0.5, 1, 2, 3, 5] as const;
export const CROSS_SECTION_WIDTHS_MM = [15, 20, 25, 30, 40, 50] as const;
export const CROSS_SECTION_SLABS_MM = [0, 1, 2, 3, 5] as const;

const GRID_SIZES: readonly GridSize[] = [
  [2, 2],
  [3, 2],
  [3, 3],
  [4, 3],
  [5, 4],
  [6, 5],
];
/** On a phone upright one or two columns, on its side one or two rows, so that a slice is large enough to be read. */
export const GRID_SIZES_ON: Record<GridScreen, readonly GridSize[]> = {
  usual: GRID_SIZES,
  narrow: [
    [1, 2],
    [1, 3],
    [2, 2],
    [2, 3],
    [2, 4],
  ],
  low: [
    [2, 1],
    [3, 1],
    [3, 2],
    [4, 2],
    [5, 2],
  ],
};

/** The chosen size, or on a phone the nearest one that it can show. */
export function gridSizeOn(screen: GridScreen, size: GridSize): GridSize {
  const [columns, rows] = size;
  if (screen === 'narrow' && columns > 2) return [2, 3];
  return screen === 'low' && rows > 2 ? [4, 2] : size;
}

export const GRID_STEPS_MM = [0.5, 1, 2, 3, 5, 10] as const;

export const sectionShape = (
  settings: Pick<ReadingSettings, 'crossSectionWidthMm' | 'crossSectionSlabMm' | 'crossSectionsMirrored'>,
): SectionShape => ({
  widthMm: settings.crossSectionWidthMm,
  slabMm: settings.crossSectionSlabMm,
  mirrored: settings.crossSectionsMirrored,
});

const settingsIn = (state: ReadingSettings): ReadingSettings => ({
  panoramaSlabMm: state.panoramaSlabMm,
  panoramaShiftMm: state.panoramaShiftMm,
  panoramaBlend: state.panoramaBlend,
  crossSectionStepMm: state.crossSectionStepMm,
  crossSectionWidthMm: state.crossSectionWidthMm,
  crossSectionSlabMm: state.crossSectionSlabMm,
  crossSectionsMirrored: state.crossSectionsMirrored,
  gridPlane: state.gridPlane,
  gridSize: state.gridSize,
  gridStepMm: state.gridStepMm,
});

const kept = new WeakMap<ViewerSession, ReadingSettings>();

/** The settings of the series that was shown before in this viewer session. */
export const keptSettings = (session: ViewerSession): ReadingSettings =>
  kept.get(session) ?? INITIAL_SETTINGS;

export const keepSettings = (session: ViewerSession, state: ReadingSettings): void =>
  void kept.set(session, settingsIn(state));
