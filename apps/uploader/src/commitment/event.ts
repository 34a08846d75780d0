import { type ElementToWrite, encode } from '@snimok/imaging/dicom/elements/write';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { type Commitment, type InstanceReference, listInstances } from '../ledger/commitments.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** The result of a request for storage commitment (PS3.4, J.3.3). */
export interface CommitmentEvent {
  /** 1: all instances are committed; 2: some are not */
  eventType: 1 | 2;
  transactionUID: string;
  stored: InstanceReference[];
  failed: InstanceReference[];
}

export function eventOf(ledger: Ledger, { id, transactionUID }: Commitment): CommitmentEvent {
  const stored = listInstances(ledger, id, true);
  const failed = listInstances(ledger, id, false);
  return { eventType: failed.length === 0 ? 1 : 2, transactionUID, stored, failed };
}

/** Failure Reason «no such object instance» (PS3.3, C.14.1.1). */
export const NO_SUCH_INSTANCE = 0x0112;

/** Event Information (PS3.4, tables J.3-2 and J.3-3), in a transfer syntax without compression. */
export function encodeEvent(
  { transactionUID, stored, failed }: CommitmentEvent,
  transferSyntaxUID: string,
): Uint8Array {
  const elements: ElementToWrite[] = [[0x00081195, 'UI', transactionUID]];
  if (stored.length > 0) elements.push([0x00081199, 'SQ', stored.map(referenceOf)]);
  if (failed.length > 0)
    elements.push([
      0x00081198,
      'SQ',
      failed.map((one): ElementToWrite[] => [...referenceOf(one), [0x00081197, 'US', NO_SUCH_INSTANCE]]),
    ]);
  const implicit = transferSyntaxUID === TRANSFER_SYNTAX.implicitLittleEndian;
  return encode(elements, { implicit, text: (text) => new TextEncoder().encode(text) });
}

const referenceOf = ({ sopClassUID, sopUID }: InstanceReference): ElementToWrite[] => [
  [0x00081150, 'UI', sopClassUID],
  [0x00081155, 'UI', sopUID],
];
