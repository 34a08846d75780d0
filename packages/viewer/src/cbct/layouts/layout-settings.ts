import type { SavedLayoutSettings } from '../../study/study.ts';
import {
  CROSS_SECTION_SLABS_MM,
  CROSS_SECTION_STEPS_MM,
  CROSS_SECTION_WIDTHS_MM,
  GRID_SIZES_ON,
  GRID_STEPS_MM,
  MOST_SHIFT_MM,
  PANORAMA_SLABS_MM,
} from '../workspace/reading-settings.ts';
import { MODES } from '../workspace/modes.ts';
import { type CbctState, SLABS_MM } from '../workspace/state.ts';

/** What a saved layout consists of. Nothing in it belongs to a study. */
export const layoutSettings = (state: CbctState): SavedLayoutSettings => ({
  layout: state.layout,
  fourth: state.fourth,
  single: state.single,
  slabMm: state.slabMm,
  blend: state.blend,
  panoramaSlabMm: state.panoramaSlabMm,
  panoramaShiftMm: state.panoramaShiftMm,
  panoramaBlend: state.panoramaBlend,
  crossSectionStepMm: state.crossSectionStepMm,
  crossSectionWidthMm: state.crossSectionWidthMm,
  crossSectionSlabMm: state.crossSectionSlabMm,
  crossSectionsMirrored: state.crossSectionsMirrored,
  gridPlane: state.gridPlane,
  gridColumns: state.gridSize[0],
  gridRows: state.gridSize[1],
  gridStepMm: state.gridStepMm,
});

const PLANES = ['axial', 'coronal', 'sagittal'] as const;

/** The changes that show a saved layout. Names and values that this version does not know are left out. */
export function stateOfLayout(saved: SavedLayoutSettings): Partial<CbctState> {
  const one = <Value>(name: string, allowed: readonly Value[]): Value[] =>
    allowed.filter((value) => value === saved[name]);
  const entries: [keyof CbctState, readonly unknown[]][] = [
    ['layout', one('layout', ['four', 'panorama', 'grid', 'single', ...MODES.map(({ mode }) => mode)])],
    ['fourth', one('fourth', ['panorama', 'volume'])],
    ['single', one('single', [...PLANES, 'panorama', 'crossSections', 'volume'])],
    ['slabMm', one('slabMm', SLABS_MM)],
    ['blend', one('blend', ['mean', 'max'])],
    ['panoramaSlabMm', one('panoramaSlabMm', PANORAMA_SLABS_MM)],
    ['panoramaBlend', one('panoramaBlend', ['mean', 'max', 'sharp'])],
    ['crossSectionStepMm', one('crossSectionStepMm', CROSS_SECTION_STEPS_MM)],
    ['crossSectionWidthMm', one('crossSectionWidthMm', CROSS_SECTION_WIDTHS_MM)],
    ['crossSectionSlabMm', one('crossSectionSlabMm', CROSS_SECTION_SLABS_MM)],
    ['crossSectionsMirrored', one('crossSectionsMirrored', [true, false])],
    ['gridPlane', one('gridPlane', PLANES)],
    ['gridStepMm', one('gridStepMm', GRID_STEPS_MM)],
    [
      'gridSize',
      Object.values(GRID_SIZES_ON)
        .flat()
        .filter(([columns, rows]) => columns === saved.gridColumns && rows === saved.gridRows),
    ],
    ['panoramaShiftMm', [saved.panoramaShiftMm].filter(isShift)],
  ];
  const known = entries.flatMap(([name, values]) => (values.length > 0 ? [[name, values[0]] as const] : []));
  return Object.fromEntries(known) as Partial<CbctState>;
}

const isShift = (value: unknown) => typeof value === 'number' && Math.abs(value) <= MOST_SHIFT_MM;
