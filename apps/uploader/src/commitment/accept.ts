import type { Ledger } from '../ledger/ledger.ts';
import { countOpenCommitments, insertCommitment } from '../ledger/commitments.ts';
import type { Log } from '../program/log-file.ts';
import { N_STATUS, type Outcome } from '../performed-steps/read-step.ts';
import { isUid } from '../machines/store.ts';
import { itemsIn, keyText, type Query } from '../worklist/query.ts';

/** Storage Commitment Push Model (PS3.4, J.3.1), and its well-known instance. */
export const COMMITMENT = { sopClass: '1.2.840.10008.1.20.1', instance: '1.2.840.10008.1.20.1.1' } as const;

const REQUEST_COMMITMENT = 1;

/** More than the largest study of a dental machine has. */
export const MAX_INSTANCES = 10_000;
export const MAX_OPEN = 1000;

interface ActionRequest {
  station: string;
  address: string;
  instanceUID: string;
  actionType: number;
  request: Query;
}

/** Answers an N-ACTION request (PS3.4, J.3.2). A success means that the request survives a power cut. */
export type AcceptCommitment = (request: ActionRequest) => Outcome;

export const commitmentAccepter =
  (ledger: Ledger, log: Log, now: () => number = Date.now): AcceptCommitment =>
  ({ station, address, instanceUID, actionType, request }) => {
    if (instanceUID !== COMMITMENT.instance) return { status: N_STATUS.noSuchInstance };
    if (actionType !== REQUEST_COMMITMENT) return { status: N_STATUS.noSuchAction };
    const transactionUID = keyText(request, 'TransactionUID');
    const instances = itemsIn(request, 'ReferencedSOPSequence').map((item) => ({
      sopClassUID: keyText(item, 'ReferencedSOPClassUID'),
      sopUID: keyText(item, 'ReferencedSOPInstanceUID'),
    }));
    const areUids = instances.every(({ sopClassUID, sopUID }) => isUid(sopClassUID) && isUid(sopUID));
    const refuse = (status: number, comment: string): Outcome => {
      log('commitment-refused', { station, status, instances: instances.length });
      return { status, comment };
    };
    if (!isUid(transactionUID)) return refuse(N_STATUS.invalidArgument, 'Transaction UID');
    if (instances.length === 0 || !areUids)
      return refuse(N_STATUS.invalidArgument, 'Referenced SOP Sequence');
    if (instances.length > MAX_INSTANCES || countOpenCommitments(ledger, station) >= MAX_OPEN)
      return refuse(N_STATUS.resourceLimitation, 'Too many instances or requests');
    insertCommitment(ledger, { transactionUID, station, address, receivedMs: now() }, instances);
    log('commitment', { transactionUID, station, instances: instances.length });
    return { status: N_STATUS.success };
  };
