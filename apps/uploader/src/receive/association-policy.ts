import dimse from 'dcmjs-dimse';
import { COMMITMENT } from '../commitment/accept.ts';
import { isListedSender, type Sender } from '../machines/senders.ts';
import { acceptedSyntax, serviceOf } from './services.ts';

const { PresentationContextResult, RejectReason, RejectResult, RejectSource } = dimse.constants;

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

/** Accepts the presentation contexts of the services that the peer gets, with a transfer syntax that is acceptable for them. */
export function negotiate(association: Association, { services }: { services: boolean }): void {
  for (const { context } of association.getPresentationContexts()) {
    const service = serviceOf(context.getAbstractSyntaxUid());
    if (service && (services || !service.isForListed)) decideSyntax(context, service);
    else context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported);
  }
  // each instance is acknowledged before the next one begins
  association.setMaxAsyncOpsInvoked(1);
  association.setMaxAsyncOpsPerformed(1);
}

function decideSyntax(context: Context, service: { isForListed: boolean }): void {
  const syntax = acceptedSyntax(service, context.getTransferSyntaxUids());
  if (syntax) context.setResult(PresentationContextResult.Accept, syntax);
  else context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported);
}

/** The transfer syntax in which the machine uses storage commitment in this association; null if it does not. */
export function commitmentSyntax(association: Association): string | null {
  const accepted = association
    .getPresentationContexts()
    .map(({ context }) => context)
    .find((context) => context.getAbstractSyntaxUid() === COMMITMENT.sopClass);
  return accepted?.getAcceptedTransferSyntaxUid() ?? null;
}
