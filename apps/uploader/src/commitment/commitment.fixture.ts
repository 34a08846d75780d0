import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { type ElementToWrite, encode } from '@snimok/imaging/dicom/elements/write';
import dimse from 'dcmjs-dimse';
import { onTestFinished } from 'vitest';
import { insertDelivery, updateDelivery } from '../ledger/deliveries.ts';
import { recordFile, recordSent } from '../ledger/files.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { fakePortal, refusal } from '../testing/fake-portal.ts';
import { closedPort, type sendAsMachine } from '../testing/machine.ts';
import { EncodedDataSet } from '../worklist/encoded-data-set.ts';

const { NActionRequest } = dimse.requests;
const { NEventReportResponse } = dimse.responses;
export const COMMITMENT = '1.2.840.10008.1.20.1';
const INSTANCE = '1.2.840.10008.1.20.1.1';
const IMAGE = '1.2.840.10008.5.1.4.1.1.1.1';
const VERIFY = 'POST /assistant/studies/:studyID/verify-instances';
export const HASH = 'a'.repeat(64);
export const WAIT_MS = 3_600_000;

export const commit = (
  uids: string[],
  { transactionUID = '2.25.1', actionType = 1, instance = INSTANCE } = {},
) => {
  const request = new NActionRequest(COMMITMENT, instance, actionType);
  const items = uids.map((uid): ElementToWrite[] => [
    [0x00081150, 'UI', IMAGE],
    [0x00081155, 'UI', uid],
  ]);
  const bytes = encode([
    [0x00081195, 'UI', transactionUID],
    [0x00081199, 'SQ', items],
  ]);
  request.setDataset(new EncodedDataSet(bytes, TRANSFER_SYNTAX.explicitLittleEndian));
  return request;
};

/** What the portal has stored, as `study SOP-UID hash`. With `portal.away` it does not answer. */
export const storage = (...stored: string[]) => {
  const portal = { away: false, stored: new Set(stored), questions: 0 };
  const call = fakePortal({
    [VERIFY]: ({ params, body }) => {
      portal.questions += 1;
      if (portal.away) throw refusal(undefined);
      const { studyID } = params as { studyID: number };
      const { instances } = body as { instances: { sopInstanceUID: string; sha256: string }[] };
      // at most two at a time, like a portal that has large files to read
      return {
        checked: instances.slice(0, 2).map((one) => ({
          ...one,
          stored: portal.stored.has(`${studyID} ${one.sopInstanceUID} ${one.sha256}`),
        })),
      };
    },
  });
  return { portal, call };
};

const header = {
  name: null,
  birthday: null,
  sex: null,
  referringPhysician: null,
  institution: null,
  accessionNumber: null,
};

/** Records that the program has sent instances of a machine to the study 7 of the portal. */
export const sent = (ledger: Ledger, uids: string[], { sha256 = HASH, station = 'XRAY' } = {}) => {
  const facts = { type: 'rg', comment: '', pictures: uids.length, header } as const;
  const number = Number(ledger.prepare('select count(*) as n from parts').get()?.n) + 1;
  const id = insertDelivery(ledger, { studyUID: '1.2.3', number, ...facts });
  for (const sopUID of uids) {
    const path = `${sopUID} ${sha256}`;
    recordFile(ledger, { path, size: 1, changedMs: 1 }, { sopUID, sha256, deliveryID: id });
    recordSent(ledger, path, station);
  }
  return { done: () => updateDelivery(ledger, id, { state: 'done', studyID: 7 }) };
};

interface Reference {
  ReferencedSOPInstanceUID: string;
  FailureReason: number;
}
interface Information {
  TransactionUID: string;
  ReferencedSOPSequence?: Reference[];
  FailedSOPSequence?: Reference[];
}
type Event = { type: number; transaction: string; stored: string[]; failed: [string, number][] };

/** A machine's answer to results: records them. */
export const events = () => {
  const received: Event[] = [];
  const onEvent: NonNullable<Parameters<typeof sendAsMachine>[2]>['onEvent'] = (request, respond) => {
    const elements = (request.getDataset()?.getElements() ?? {}) as Partial<Information>;
    const { TransactionUID, ReferencedSOPSequence = [], FailedSOPSequence = [] } = elements;
    received.push({
      type: request.getEventTypeId(),
      transaction: TransactionUID ?? '',
      stored: [ReferencedSOPSequence].flat().map((one) => one.ReferencedSOPInstanceUID),
      failed: [FailedSOPSequence].flat().map((one) => [one.ReferencedSOPInstanceUID, one.FailureReason]),
    });
    const response = NEventReportResponse.fromRequest(request);
    response.setStatus(0);
    respond(response);
  };
  return { received, onEvent };
};

/** Listens for results, like a machine that has closed its association. */
export const callbackServer = async (onEvent: ReturnType<typeof events>['onEvent']) => {
  const port = await closedPort();
  const associations: { calling: string; called: string }[] = [];
  class Listener extends dimse.Scp {
    override associationRequested(
      association: Parameters<InstanceType<typeof dimse.Scp>['associationRequested']>[0],
    ) {
      associations.push({ calling: association.getCallingAeTitle(), called: association.getCalledAeTitle() });
      for (const { context } of association.getPresentationContexts())
        context.setResult(0, context.getTransferSyntaxUids()[0] ?? '');
      this.sendAssociationAccept();
    }
    override associationReleaseRequested() {
      this.sendAssociationReleaseResponse();
    }
    override nEventReportRequest(...args: Parameters<InstanceType<typeof dimse.Scp>['nEventReportRequest']>) {
      onEvent?.(...args);
    }
  }
  const server = new dimse.Server(Listener);
  server.listen(port);
  onTestFinished(() => void server.close());
  const callbacks = new Map([['XRAY', { aet: 'XRAY', host: '127.0.0.1', port }]]);
  return { callbacks, associations };
};
