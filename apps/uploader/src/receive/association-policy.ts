import { codecOf } from '@snimok/imaging/dicom/transfer-syntax';
import dimse from 'dcmjs-dimse';

const { PresentationContextResult, RejectReason, RejectResult, RejectSource } = dimse.constants;

const VERIFICATION = '1.2.840.10008.1.1';
/** The root of all storage SOP classes (PS3.4, annex B). */
const STORAGE = '1.2.840.10008.5.1.4.1.1.';

export interface AssociationPolicy {
  /** our AE title */
  aet: string;
  /** AE titles that may send; empty for any */
  from: string[];
}

type Association = InstanceType<typeof dimse.association.Association>;
type Context = InstanceType<typeof dimse.association.PresentationContext>;
type Rejection = [result: number, source: number, reason: number];

/** Why the association is rejected (PS3.8, 9.3.4); null if it is accepted. */
export function rejectionOf(association: Association, { aet, from }: AssociationPolicy): Rejection | null {
  const called = association.getCalledAeTitle().trim();
  const calling = association.getCallingAeTitle().trim();
  const reject = (reason: number): Rejection => [RejectResult.Permanent, RejectSource.ServiceUser, reason];
  if (called !== aet) return reject(RejectReason.CalledAeNotRecognized);
  if (from.length > 0 && !from.includes(calling)) return reject(RejectReason.CallingAeNotRecognized);
  return null;
}

/**
 * Accepts each presentation context with the first offered transfer syntax that the portal can read, compressed or not;
 * only contexts without such a syntax are refused.
 */
export function negotiate(association: Association): void {
  for (const { context } of association.getPresentationContexts()) decideContext(context);
  // each instance is acknowledged before the next one begins
  association.setMaxAsyncOpsInvoked(1);
  association.setMaxAsyncOpsPerformed(1);
}

function decideContext(context: Context): void {
  const sopClass = context.getAbstractSyntaxUid();
  const syntaxes = context.getTransferSyntaxUids();
  if (sopClass !== VERIFICATION && !sopClass.startsWith(STORAGE)) {
    return context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported);
  }
  const readable = syntaxes.find((syntax) => codecOf(syntax) !== null);
  if (readable) return context.setResult(PresentationContextResult.Accept, readable);
  context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported);
}
