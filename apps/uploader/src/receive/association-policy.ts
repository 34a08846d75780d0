import { codecOf } from '@snimok/imaging/dicom/transfer-syntax';
import dimse from 'dcmjs-dimse';

const { PresentationContextResult, RejectReason, RejectResult, RejectSource } = dimse.constants;

const VERIFICATION = '1.2.840.10008.1.1';
/** All storage classes of the standard (PS3.4, annex B) stand below this root. */
const STORAGE = '1.2.840.10008.5.1.4.1.1.';

export interface AssociationPolicy {
  /** our name, as devices are told it */
  aet: string;
  /** devices that may send; empty for any */
  from: string[];
}

type Association = InstanceType<typeof dimse.association.Association>;
type Context = InstanceType<typeof dimse.association.PresentationContext>;
export type Rejection = [result: number, source: number, reason: number];

/** Why this peer gets no association, or null when it gets one. */
export function rejectionOf(association: Association, { aet, from }: AssociationPolicy): Rejection | null {
  const called = association.getCalledAeTitle().trim();
  const calling = association.getCallingAeTitle().trim();
  const no = (reason: number): Rejection => [RejectResult.Permanent, RejectSource.ServiceUser, reason];
  if (called !== aet) return no(RejectReason.CalledAeNotRecognized);
  if (from.length > 0 && !from.includes(calling)) return no(RejectReason.CallingAeNotRecognized);
  return null;
}

/**
 * Images are taken as they come, compressed or not, in the first syntax offered that the portal can read; a peer whose
 * syntaxes it cannot is told so for that kind of image alone, and may have another.
 */
export function negotiate(association: Association): void {
  for (const { context } of association.getPresentationContexts()) decideContext(context);
  // one instance at a time: it is acknowledged before the next one is begun
  association.setMaxAsyncOpsInvoked(1);
  association.setMaxAsyncOpsPerformed(1);
}

function decideContext(context: Context): void {
  const kind = context.getAbstractSyntaxUid();
  const syntaxes = context.getTransferSyntaxUids();
  if (kind !== VERIFICATION && !kind.startsWith(STORAGE)) {
    return context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported);
  }
  const chosen = syntaxes.find((syntax) => codecOf(syntax) !== null);
  if (chosen) return context.setResult(PresentationContextResult.Accept, chosen);
  context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported);
}
