import { studyTypeOfFiles } from '@snimok/contract/studies/study-types';
import type { Kind } from '../../studies/studies/labels.ts';
import type { Findings } from '../../studies/uploads/inspect/inspect-files.ts';

/** Projection radiography and photographs (DICOM PS3.3, C.7.3.1.1.1). */
const PROJECTIONS = new Set(['PX', 'IO', 'DX', 'CR', 'RG', 'XC', 'GM', 'SC', 'OT']);

/**
 * The study type of the files; null if their modalities do not show it. A panorama beside a volume belongs to the
 * volume's study.
 */
export function typeOf({ modalities }: Pick<Findings, 'modalities'>): Kind | null {
  const isVolume = modalities.includes('CT');
  // the portal has no type for magnetic resonance imaging
  const isKnown = isVolume || modalities.some((modality) => PROJECTIONS.has(modality));
  return isKnown ? studyTypeOfFiles(isVolume) : null;
}
