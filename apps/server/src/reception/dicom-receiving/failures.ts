import type { Instance } from './read-instance.ts';

/** Failure reasons of a store response (PS3.18, 10.5.3.1; PS3.4, table B.2-1; PS3.7, annex C). */
export const FAILURE = {
  processing: 0x0110,
  duplicateInstance: 0x0111,
  outOfResources: 0xa700,
  /** the path of the request names another study than the instance */
  otherStudy: 0xa900,
  cannotUnderstand: 0xc000,
} as const;

/** The result for one part of a request. */
export interface Outcome {
  /** null if the part is not a DICOM file with the required UIDs */
  instance: Pick<Instance, 'studyInstanceUID' | 'sopInstanceUID' | 'sopClassUID'> | null;
  /** null if the instance is stored */
  failure: number | null;
}
