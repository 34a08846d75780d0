import type { RegionMask } from '@snimok/imaging/segmentation/grow-region';
import type { AirwaySection } from '@snimok/imaging/segmentation/airway-sections';
import { readChosenAnalysis } from '../../cephalometry/chosen-analysis.ts';
import type { Point } from '../../annotations/annotation.ts';
import type { Proposal } from '../../cephalometry/proposal.ts';
import type { Tracing } from '../../cephalometry/tracings.ts';
import type { CephalogramView } from '../../cephalometry/analyses/landmarks.ts';
import type { SliceLine } from '../../geometry/reslice.ts';
import type { Vec3 } from '../../geometry/vectors.ts';

/** Layouts for one purpose each; the name is also that of their pane. */
export type ReadingMode = 'reslice' | 'joints' | 'cephalogram';

/** Which part of the head the rays of a cephalogram pass through. */
type HeadPart = 'whole' | 'right' | 'left';

/** The result of measuring a region, a tooth or an airway; values are in units (see `SampleScale`). */
export type RegionResult =
  | { kind: 'region'; volumeMm3: number; mean: number; deviation: number; min: number; max: number }
  | { kind: 'tooth'; volumeMm3: number }
  | {
      kind: 'airway';
      volumeMm3: number;
      sections: readonly AirwaySection[];
      narrowest: AirwaySection | null;
    };

export interface RegionState {
  kind: 'region' | 'airway' | 'tooth';
  /** the next click in a slice sets the point */
  isPicking: boolean;
  isMeasuring: boolean;
  /** `none`: the point has other values; `open`: it is not closed by other values */
  problem: 'none' | 'open' | undefined;
  result: RegionResult | undefined;
  mask: RegionMask | undefined;
  /** the click in the tooth, in the volume's millimetres; a tooth is not saved with the study */
  toothAt?: Vec3 | undefined;
}

/** What the reading modes show, as far as it is not saved with the study. */
export interface ModesState {
  /** the line that is being drawn, in the volume's millimetres; without points before the first click */
  draft: SliceLine | undefined;
  isDrawing: boolean;
  resliceSlabMm: number;
  /** how far the cut is moved from the line, along its normals */
  resliceShiftMm: number;
  /** the condyles set so far, while they are being set */
  pickedCondyles: readonly Vec3[] | undefined;
  jointStepMm: number;
  jointSlabMm: number;
  /** the section in the middle of each series, counted from the section through the centre */
  jointSection: { sagittal: number; coronal: number };
  areJointsMirrored: boolean;
  cephalogram: {
    view: CephalogramView;
    /** the chosen analysis; undefined for the first one of the view */
    analysis: string | undefined;
    /** the tracing of another date that is superimposed */
    other: Tracing | undefined;
    /** what a model proposes for the lateral view; a place is a point in the patient's coordinates */
    proposal?: Proposal<Point> | undefined;
    part: HeadPart;
    /** table and head rest are shown, too */
    showsTable: boolean;
    magnification: number;
  };
  /** the landmark that the next click sets */
  landmark: string | undefined;
  region: RegionState | undefined;
}

export const initialModes = (): ModesState => ({
  draft: undefined,
  isDrawing: false,
  resliceSlabMm: 0,
  resliceShiftMm: 0,
  pickedCondyles: undefined,
  jointStepMm: 2,
  jointSlabMm: 1,
  jointSection: { sagittal: 0, coronal: 0 },
  areJointsMirrored: true,
  cephalogram: {
    view: 'lateral',
    analysis: readChosenAnalysis(),
    other: undefined,
    part: 'whole',
    showsTable: false,
    magnification: 1,
  },
  landmark: undefined,
  region: undefined,
});
