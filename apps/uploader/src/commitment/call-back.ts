import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { Association } from '@snimok/dicom-network/association';
import { tlsOptions } from '@snimok/dicom-network/connection';
import { PeerProblem } from '@snimok/dicom-network/problems';
import { type TLSIdentity, tlsProfile } from '../machines/tls.ts';
import { COMMITMENT } from './accept.ts';
import type { Callback } from './callbacks.ts';
import { type CommitmentEvent, encodeEvent } from './event.ts';

/** The limit of the whole exchange: a machine answers at once. */
export const EXCHANGE_MS = 30_000;
const CONTEXT = {
  id: 1,
  sopClassUID: COMMITMENT.sopClass,
  transferSyntaxUIDs: [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian],
};
/** PS3.7, 10.3.1 */
const N_EVENT_REPORT_REQUEST = 0x0100;

/** The message says why the machine did not take the result. */
export class NotTaken extends Error {}

interface CallBackOptions {
  /** our AE title */
  aet: string;
  /** with TLS, if the machines use it to reach us */
  tls: TLSIdentity | undefined;
}

/** Reports a result to a machine in an association of our own (PS3.4, J.3.3). Throws `NotTaken` unless the machine confirms it. */
export async function callBack(
  { aet: called, host, port }: Callback,
  event: CommitmentEvent,
  { aet: calling, tls }: CallBackOptions,
): Promise<void> {
  const peer = { host, port, tls: tls ? clientOptions(tls) : null };
  const proposal = { called, calling, contexts: [CONTEXT], providedSopClassUIDs: [COMMITMENT.sopClass] };
  try {
    const association = await Association.open(peer, proposal, AbortSignal.timeout(EXCHANGE_MS));
    try {
      await report(association, event);
      await association.release();
    } catch (problem) {
      association.abort();
      throw problem;
    }
  } catch (problem) {
    if (problem instanceof PeerProblem) throw new NotTaken(problem.message);
    throw problem;
  }
}

const report = async (association: Association, event: CommitmentEvent): Promise<void> => {
  const syntax = association.acceptedSyntax(CONTEXT.id);
  if (syntax === undefined || !CONTEXT.transferSyntaxUIDs.some((proposed) => proposed === syntax))
    throw new NotTaken('presentation context rejected');
  const bytes = encodeEvent(event, syntax);
  const status = await association.send({
    contextID: CONTEXT.id,
    commandField: N_EVENT_REPORT_REQUEST,
    command: [
      [0x00000002, 'UI', COMMITMENT.sopClass],
      [0x00001000, 'UI', COMMITMENT.instance],
      [0x00001002, 'US', event.eventType],
    ],
    dataSet: { sizeBytes: bytes.length, pieces: [bytes] },
  });
  if (status !== 0) throw new NotTaken(`status ${status.toString(16)}`);
};

/** Without `--tls-client-ca` the authorities and the rules of the operating system apply. */
const clientOptions = ({ cert, key, clientCA }: TLSIdentity) => ({
  ...tlsOptions({ ca: clientCA, cert, key }),
  ...tlsProfile,
});
