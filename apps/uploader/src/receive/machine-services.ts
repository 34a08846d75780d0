import dimse from 'dcmjs-dimse';
import type { AcceptCommitment } from '../commitment/accept.ts';
import { COMMITMENT } from '../commitment/accept.ts';
import { type CommitmentEvent, encodeEvent } from '../commitment/event.ts';
import type { OpenAssociations } from '../commitment/open-associations.ts';
import type { StepKeeper } from '../performed-steps/keep-steps.ts';
import { N_STATUS, type Outcome } from '../performed-steps/read-step.ts';
import type { AnswerQuery } from '../worklist/answer-query.ts';
import { EncodedDataSet } from '../worklist/encoded-data-set.ts';
import { COMMITMENT_REPORT_MS } from './limits.ts';
import { PERFORMED_STEP, WORKLIST } from './services.ts';

const { CFindResponse, NActionResponse, NCreateResponse, NSetResponse } = dimse.responses;
type Scp = InstanceType<typeof dimse.Scp>;
type FindRequest = Parameters<Scp['cFindRequest']>[0];
type CreateRequest = Parameters<Scp['nCreateRequest']>[0];
type SetRequest = Parameters<Scp['nSetRequest']>[0];
type ActionRequest = Parameters<Scp['nActionRequest']>[0];
type Response = InstanceType<typeof NCreateResponse | typeof NSetResponse | typeof NActionResponse>;

/** PS3.4, tables B.2-1 and K.4-1. */
export const STATUS = {
  success: 0x0000,
  pending: 0xff00,
  /** «one or more Optional Keys were not supported» */
  pendingNotAllKeys: 0xff01,
  outOfResources: 0xa700,
  /** «Identifier does not match SOP Class» */
  wrongIdentifier: 0xa900,
  cannotUnderstand: 0xc000,
  sopClassNotSupported: 0x0122,
} as const;

/** What listed machines get besides C-STORE and C-ECHO. */
export interface MachineServices {
  answerQuery: AnswerQuery;
  steps: StepKeeper;
  acceptCommitment: AcceptCommitment;
  associations: OpenAssociations;
  /** Which machine has sent the instance that is stored in a file. */
  recordSent: (path: string, station: string) => void;
}

/** `too-long`: the data set of the request was dropped. null: the peer is not listed. */
type Services = MachineServices | 'too-long' | null;

interface Peer {
  station: string;
  address: string;
}

/** All responses of a query of the worklist. */
export async function answerFind(
  services: Services,
  { station }: Peer,
  request: FindRequest,
): Promise<InstanceType<typeof CFindResponse>[]> {
  const last = CFindResponse.fromRequest(request);
  const query = request.getDataset();
  // the library accepts a request in any accepted context
  if (!services || services === 'too-long' || request.getAffectedSopClassUid() !== WORKLIST) {
    last.setStatus(STATUS.sopClassNotSupported);
    return [last];
  }
  const found = query ? await services.answerQuery(station, query) : 'no-worklist-yet';
  if (typeof found === 'string') {
    last.setStatus(found === 'invalid-key' ? STATUS.wrongIdentifier : STATUS.outOfResources);
    return [last];
  }
  last.setStatus(STATUS.success);
  const pending = found.dataSets.map((dataSet) => {
    const response = CFindResponse.fromRequest(request);
    response.setStatus(found.isPartlyCompared ? STATUS.pendingNotAllKeys : STATUS.pending);
    response.setDataset(dataSet);
    return response;
  });
  return [...pending, last];
}

const TOO_LONG: Outcome = { status: N_STATUS.resourceLimitation, comment: 'Data set too long' };

const elementsOf = (request: CreateRequest | SetRequest | ActionRequest) =>
  request.getDataset()?.getElements() ?? {};

export function answerCreate(services: Services, { station }: Peer, request: CreateRequest) {
  const response = NCreateResponse.fromRequest(request);
  if (!services || request.getAffectedSopClassUid() !== PERFORMED_STEP)
    return withOutcome(response, { status: STATUS.sopClassNotSupported });
  if (services === 'too-long') return withOutcome(response, TOO_LONG);
  const { uid, ...outcome } = services.steps.create(
    station,
    request.getAffectedSopInstanceUid() ?? '',
    elementsOf(request),
  );
  response.setAffectedSopInstanceUid(uid);
  return withOutcome(response, outcome);
}

export function answerSet(services: Services, { station }: Peer, request: SetRequest) {
  const response = NSetResponse.fromRequest(request);
  const isOurs = services && request.getRequestedSopClassUid() === PERFORMED_STEP;
  if (!isOurs) return withOutcome(response, { status: STATUS.sopClassNotSupported });
  if (services === 'too-long') return withOutcome(response, TOO_LONG);
  const uid = request.getRequestedSopInstanceUid() ?? '';
  return withOutcome(response, services.steps.change(station, uid, elementsOf(request)));
}

export function answerAction(services: Services, peer: Peer, request: ActionRequest) {
  const response = NActionResponse.fromRequest(request);
  const isOurs = services && request.getRequestedSopClassUid() === COMMITMENT.sopClass;
  if (!isOurs) return withOutcome(response, { status: STATUS.sopClassNotSupported });
  if (services === 'too-long') return withOutcome(response, TOO_LONG);
  const outcome = services.acceptCommitment({
    ...peer,
    instanceUID: request.getRequestedSopInstanceUid() ?? '',
    actionType: request.getActionTypeId(),
    request: elementsOf(request),
  });
  return withOutcome(response, outcome);
}

/** Error Comment and Error ID have at most 64 characters and 16 bits (PS3.7, annex E). */
function withOutcome<R extends Response>(response: R, { status, comment, errorID }: Outcome): R {
  response.setStatus(status);
  const command = response.getCommandDataset();
  if (comment !== undefined) command.setElement('ErrorComment', comment.slice(0, 64));
  if (errorID !== undefined) Object.assign(command.getElements(), { ErrorID: errorID });
  return response;
}

/** Reports a result in the association of the machine; false unless it confirms within the time. */
export function reportIn(scp: Scp, transferSyntaxUID: string, event: CommitmentEvent): Promise<boolean> {
  const request = new dimse.requests.NEventReportRequest(
    COMMITMENT.sopClass,
    COMMITMENT.instance,
    event.eventType,
  );
  request.setDataset(new EncodedDataSet(encodeEvent(event, transferSyntaxUID), transferSyntaxUID));
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), COMMITMENT_REPORT_MS);
    const end = (taken: boolean) => {
      clearTimeout(timer);
      resolve(taken);
    };
    request.on('response', (response) => end(response.getStatus() === N_STATUS.success));
    scp.on('close', () => end(false));
    scp.sendRequests(request);
  });
}

/** Takes the rest of a data set without keeping it. */
const SINK = { write: () => true, end: () => undefined, toBuffer: () => Buffer.alloc(0) };

/**
 * Makes the library drop the data set that it is collecting in memory, so that the request can be answered without parsing it.
 * Uses names inside dcmjs-dimse 0.3.3. Returns false if the library collects something else: a command, or an image, which goes
 * to a file.
 */
export function dropDataSet(scp: Scp): boolean {
  const state = scp as unknown as { dimse?: { getCommandFieldType: () => number }; dimseStream?: unknown };
  const isRequest = state.dimse !== undefined && state.dimseStream !== undefined;
  if (isRequest) state.dimseStream = SINK;
  return isRequest;
}
