import { codecOf, TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import dimse from 'dcmjs-dimse';
import { COMMITMENT } from '../commitment/accept.ts';
import { isListedSender, type Sender } from '../machines/senders.ts';

const { PresentationContextResult, RejectReason, RejectResult, RejectSource } = dimse.constants;

const VERIFICATION = '1.2.840.10008.1.1';
/** Modality Worklist Information Model – FIND (PS3.4, K.5). */
export const WORKLIST = '1.2.840.10008.5.1.4.31';
/** Modality Performed Procedure Step (PS3.4, F.7). */
export const PERFORMED_STEP = '1.2.840.10008.3.1.2.3.3';
/** The services that only listed machines get, because they have names of patients or change what the portal shows. */
const MACHINE_SERVICES = [WORKLIST, PERFORMED_STEP, COMMITMENT.sopClass];
/** The transfer syntaxes for data sets of these services, the preferred one first. */
const MACHINE_SYNTAXES = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian];
/** The root of all storage SOP classes (PS3.4, annex B). */
const STORAGE = '1.2.840.10008.5.1.4.1.1.';

export interface AssociationPolicy {
  /** our AE title */
  aet: string;
  senders: Sender[];
  /** how senders that are not listed are treated; `hold`: their studies wait for a person */
  unlisted: 'refuse' | 'hold';
}

type Association = InstanceType<typeof dimse.association.Association>;
type Context = InstanceType<typeof dimse.association.PresentationContext>;
type Rejection = [result: number, source: number, reason: number];

type Decision = { sender: 'listed' | 'unlisted' } | { rejection: Rejection; why: 'called-aet' | 'sender' };

/** Decides who the sender is, or why the association is rejected (PS3.8, 9.3.4). */
export function decideAssociation(
  { called, calling }: { called: string; calling: string },
  address: string,
  { aet, senders, unlisted }: AssociationPolicy,
): Decision {
  const reject = (reason: number): Rejection => [RejectResult.Permanent, RejectSource.ServiceUser, reason];
  if (called !== aet) return { rejection: reject(RejectReason.CalledAeNotRecognized), why: 'called-aet' };
  if (isListedSender(senders, address, calling)) return { sender: 'listed' };
  if (unlisted === 'hold') return { sender: 'unlisted' };
  return { rejection: reject(RejectReason.CallingAeNotRecognized), why: 'sender' };
}

/** The AE titles of an association request; other characters than those of PS3.5, 6.2 are removed before they are printed. */
export const titlesOf = (association: Association) => {
  const [called, calling] = [association.getCalledAeTitle(), association.getCallingAeTitle()].map((title) =>
    title
      .replace(/[^\x20-\x5b\x5d-\x7e]/g, '')
      .slice(0, 16)
      .trim(),
  );
  return { called: called ?? '', calling: calling ?? '' };
};

/**
 * Accepts each presentation context with the first offered transfer syntax that the portal can read, compressed or not;
 * only contexts without such a syntax are refused.
 */
export function negotiate(association: Association, { services }: { services: boolean }): void {
  for (const { context } of association.getPresentationContexts()) {
    if (!MACHINE_SERVICES.includes(context.getAbstractSyntaxUid())) decideContext(context);
    else if (services) decideService(context);
    else context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported);
  }
  // each instance is acknowledged before the next one begins
  association.setMaxAsyncOpsInvoked(1);
  association.setMaxAsyncOpsPerformed(1);
}

/** The transfer syntax in which the machine uses storage commitment in this association; null if it does not. */
export function commitmentSyntax(association: Association): string | null {
  const accepted = association
    .getPresentationContexts()
    .map(({ context }) => context)
    .find((context) => context.getAbstractSyntaxUid() === COMMITMENT.sopClass);
  return accepted?.getAcceptedTransferSyntaxUid() ?? null;
}

function decideService(context: Context): void {
  const offered = context.getTransferSyntaxUids();
  const syntax = MACHINE_SYNTAXES.find((one) => offered.includes(one));
  if (syntax) context.setResult(PresentationContextResult.Accept, syntax);
  else context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported);
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
