import { codecOf, TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { COMMITMENT } from '../commitment/accept.ts';

/** Modality Worklist Information Model – FIND (PS3.4, K.5). */
export const WORKLIST = '1.2.840.10008.5.1.4.31';
/** Modality Performed Procedure Step (PS3.4, F.7). */
export const PERFORMED_STEP = '1.2.840.10008.3.1.2.3.3';
/** The root of all storage SOP classes (PS3.4, annex B). */
export const STORAGE = '1.2.840.10008.5.1.4.1.1.';

/** A SOP class that the receiver provides. */
interface Service {
  name: string;
  sopClassUID: string;
  operations: string;
  /** Only listed machines get it, because it has names of patients or changes what the portal shows. */
  isForListed: boolean;
}

/** Besides these the receiver provides every SOP class below `STORAGE`. */
export const SERVICES: readonly Service[] = [
  {
    name: 'Verification',
    sopClassUID: '1.2.840.10008.1.1',
    operations: 'C-ECHO',
    isForListed: false,
  },
  {
    name: 'Modality Worklist Information Model – FIND',
    sopClassUID: WORKLIST,
    operations: 'C-FIND',
    isForListed: true,
  },
  {
    name: 'Modality Performed Procedure Step',
    sopClassUID: PERFORMED_STEP,
    operations: 'N-CREATE, N-SET',
    isForListed: true,
  },
  {
    name: 'Storage Commitment Push Model',
    sopClassUID: COMMITMENT.sopClass,
    operations: 'N-ACTION, N-EVENT-REPORT',
    isForListed: true,
  },
];

/** The transfer syntaxes for data sets of the services for listed machines, the preferred one first. */
export const DATA_SET_SYNTAXES: readonly string[] = [
  TRANSFER_SYNTAX.explicitLittleEndian,
  TRANSFER_SYNTAX.implicitLittleEndian,
];

/** The service of an abstract syntax; undefined if the receiver does not provide it. */
export const serviceOf = (sopClassUID: string): { isForListed: boolean } | undefined =>
  sopClassUID.startsWith(STORAGE)
    ? { isForListed: false }
    : SERVICES.find((one) => one.sopClassUID === sopClassUID);

/**
 * The transfer syntax in which a presentation context of a service is accepted. For images it is the first offered one that the portal
 * can read, compressed or not. Undefined if none is acceptable.
 */
export const acceptedSyntax = (
  { isForListed }: { isForListed: boolean },
  offered: readonly string[],
): string | undefined =>
  isForListed
    ? DATA_SET_SYNTAXES.find((one) => offered.includes(one))
    : offered.find((syntax) => codecOf(syntax) !== null);
