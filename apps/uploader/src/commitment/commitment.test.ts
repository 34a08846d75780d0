import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/transfer-syntax';
import { type ElementToWrite, encode } from '@snimok/imaging/dicom/write';
import dimse from 'dcmjs-dimse';
import { expect, onTestFinished, test, vi } from 'vitest';
import { insertDelivery, updateDelivery } from '../ledger/deliveries.ts';
import { recordFile, recordSent } from '../ledger/files.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { writeImage } from '../testing/dicom-files.ts';
import { fakePortal, refusal } from '../testing/fake-portal.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { folderScanner } from '../watch/folder-scan.ts';
import { recordStudy } from '../watch/record-study.ts';
import { EncodedDataSet } from '../worklist/encoded-data-set.ts';
import { closedPort, sendAsMachine, startMachineReceiver } from '../testing/machine.ts';

const { NActionRequest } = dimse.requests;
const { NEventReportResponse } = dimse.responses;
const COMMITMENT = '1.2.840.10008.1.20.1';
const INSTANCE = '1.2.840.10008.1.20.1.1';
const IMAGE = '1.2.840.10008.5.1.4.1.1.1.1';
const VERIFY = 'POST /assistant/studies/:studyID/verify-instances';
const HASH = 'a'.repeat(64);
const WAIT_MS = 3_600_000;

const commit = (uids: string[], { transactionUID = '2.25.1', actionType = 1, instance = INSTANCE } = {}) => {
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

/** What the portal has stored, by `study SOP-UID hash`; `portal.away` makes it not answer. */
const storage = (...stored: string[]) => {
  const portal = { away: false, stored: new Set(stored), questions: 0 };
  const call = fakePortal({
    [VERIFY]: ({ params, body }) => {
      portal.questions += 1;
      if (portal.away) throw refusal(undefined);
      const { studyID } = params as { studyID: number };
      const { instances } = body as { instances: { sopInstanceUID: string; sha256: string }[] };
      // at most two at a time, as a portal answers that has large files to read
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
  ...{ name: null, birthday: null, sex: null, referringPhysician: null },
  ...{ institution: null, accessionNumber: null },
};

/** Records that the program has sent instances of a machine to the study 7 of the portal. */
const sent = (ledger: Ledger, uids: string[], { sha256 = HASH, station = 'XRAY' } = {}) => {
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
const events = () => {
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

/** Listens for results as a machine does that has closed its association. */
const callbackServer = async (onEvent: ReturnType<typeof events>['onEvent']) => {
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

test('a machine gets its result in a new association once the portal has the bytes, whatever the program believes', async () => {
  const { portal, call } = storage();
  const { received, onEvent } = events();
  const { callbacks, associations } = await callbackServer(onEvent);
  const { port, ledger, advanceCommitments, clock } = await startMachineReceiver({ call, callbacks });
  const uids = ['1.2.1', '1.2.2', '1.2.3'];
  expect(await sendAsMachine(port, [commit(uids)])).toMatchObject([{ status: 0 }]);
  const delivery = sent(ledger, uids);
  await advanceCommitments();
  // still on its way
  expect([received, portal.questions]).toEqual([[], 0]);
  delivery.done();
  clock.ms += 60_000;
  await advanceCommitments();
  // the program believes that it was sent, but the portal does not have it
  expect([received, portal.questions]).toEqual([[], 2]);
  for (const uid of uids) portal.stored.add(`7 ${uid} ${HASH}`);
  clock.ms += 120_000;
  await advanceCommitments();
  expect(received).toEqual([{ type: 1, transaction: '2.25.1', stored: uids, failed: [] }]);
  expect(associations.map(({ called }) => called.trim())).toEqual(['XRAY']);
  clock.ms += 120_000;
  await advanceCommitments();
  expect(received).toHaveLength(1);
});

test('instances that the portal does not have in time fail with 0112, the others are committed', async () => {
  const { call } = storage(`7 1.2.1 ${HASH}`, `7 1.2.2 ${HASH}`);
  const { received, onEvent } = events();
  const { callbacks } = await callbackServer(onEvent);
  const { port, ledger, advanceCommitments, clock } = await startMachineReceiver({
    call,
    callbacks,
    waitMs: WAIT_MS,
  });
  sent(ledger, ['1.2.1', '1.2.2']).done();
  // the machine sent the second once more with other bytes, which are not in the portal
  sent(ledger, ['1.2.2'], { sha256: 'b'.repeat(64) }).done();
  await sendAsMachine(port, [commit(['1.2.1', '1.2.2', '1.2.3'])]);
  await advanceCommitments();
  clock.ms += WAIT_MS - 60_000;
  await advanceCommitments();
  expect(received).toEqual([]);
  clock.ms += 60_000;
  await advanceCommitments();
  expect(received).toEqual([
    {
      type: 2,
      transaction: '2.25.1',
      stored: ['1.2.1'],
      failed: [
        ['1.2.2', 0x0112],
        ['1.2.3', 0x0112],
      ],
    },
  ]);
});

test('a machine gets no result about the instances of another one', async () => {
  const { portal, call } = storage(`7 1.2.1 ${HASH}`, `7 1.2.2 ${HASH}`);
  const { received, onEvent } = events();
  const { callbacks } = await callbackServer(onEvent);
  const options = { call, callbacks, machines: ['PANO'], waitMs: WAIT_MS };
  const { port, ledger, advanceCommitments, clock } = await startMachineReceiver(options);
  sent(ledger, ['1.2.1']).done();
  sent(ledger, ['1.2.2'], { station: 'PANO' }).done();
  callbacks.set('PANO', { ...callbacks.get('XRAY')!, aet: 'PANO' });
  await sendAsMachine(port, [commit(['1.2.1', '1.2.2'])], { aet: 'PANO' });
  await advanceCommitments();
  // the portal is asked about the machine's own instance only
  expect([received, portal.questions]).toEqual([[], 1]);
  clock.ms += WAIT_MS;
  await advanceCommitments();
  expect(received).toEqual([
    { type: 2, transaction: '2.25.1', stored: ['1.2.2'], failed: [['1.2.1', 0x0112]] },
  ]);
});

test('an instance belongs to the machine whose association stored it, also when the store is behind a link', async () => {
  const { portal, call } = storage();
  const { received, onEvent } = events();
  const { callbacks } = await callbackServer(onEvent);
  const folder = join(temporaryFolder(), 'link');
  symlinkSync(temporaryFolder(), folder);
  const options = { call, callbacks, folder, machines: ['PANO'], waitMs: WAIT_MS };
  const { port, ledger, advanceCommitments, clock } = await startMachineReceiver(options);
  callbacks.set('PANO', { ...callbacks.get('XRAY')!, aet: 'PANO' });
  const image = new dimse.requests.CStoreRequest(writeImage(folder, 'image.dcm', { sopUID: '1.2.1' }));
  expect(await sendAsMachine(port, [image])).toMatchObject([{ status: 0 }]);
  const root = realpathSync(join(folder, 'store/received'));
  const { complete } = await folderScanner({ root, quietMs: 0, ledger })();
  const [study] = complete.values();
  const recorded = await recordStudy(ledger, '1.2.3', study ?? []);
  updateDelivery(ledger, recorded?.deliveryID ?? 0, { state: 'done', studyID: 7 });
  const file = ledger.prepare('select sha256 from files').get();
  portal.stored.add(`7 1.2.1 ${String(file?.sha256)}`);
  for (const aet of ['XRAY', 'PANO']) await sendAsMachine(port, [commit(['1.2.1'])], { aet });
  await advanceCommitments();
  expect(received).toMatchObject([{ type: 1, stored: ['1.2.1'] }]);
  clock.ms += WAIT_MS;
  await advanceCommitments();
  expect(received.slice(1)).toMatchObject([{ type: 2, failed: [['1.2.1', 0x0112]] }]);
});

test('the same bytes that two machines have sent are committed to both; other bytes of another one hold up nobody', async () => {
  const other = 'b'.repeat(64);
  const { call } = storage(`7 1.2.1 ${HASH}`);
  const { received, onEvent } = events();
  const { callbacks } = await callbackServer(onEvent);
  const options = { call, callbacks, machines: ['PANO'] };
  const { port, ledger, advanceCommitments } = await startMachineReceiver(options);
  callbacks.set('PANO', { ...callbacks.get('XRAY')!, aet: 'PANO' });
  sent(ledger, ['1.2.1']).done();
  recordSent(ledger, `1.2.1 ${HASH}`, 'PANO');
  sent(ledger, ['1.2.1'], { sha256: other, station: 'OTHER' });
  await sendAsMachine(port, [commit(['1.2.1'])]);
  await sendAsMachine(port, [commit(['1.2.1'], { transactionUID: '2.25.2' })], { aet: 'PANO' });
  await advanceCommitments();
  expect(received).toMatchObject([
    { type: 1, transaction: '2.25.1', stored: ['1.2.1'] },
    { type: 1, transaction: '2.25.2', stored: ['1.2.1'] },
  ]);
});

test('the result is reported in the same association while it is open', async () => {
  const { call } = storage(`7 1.2.1 ${HASH}`);
  const { received, onEvent } = events();
  const { port, ledger, advanceCommitments, events: logged } = await startMachineReceiver({ call });
  sent(ledger, ['1.2.1']).done();
  const association = sendAsMachine(port, [commit(['1.2.1'])], { onEvent });
  await expect.poll(() => logged, { timeout: 60_000 }).toContain('commitment');
  await advanceCommitments();
  expect(received).toMatchObject([{ type: 1, stored: ['1.2.1'] }]);
  expect(await association).toMatchObject([{ status: 0 }]);
});

test('a request survives a restart, and a machine that cannot be called back gets its result in its next association', async () => {
  const { portal, call } = storage(`7 1.2.1 ${HASH}`);
  portal.away = true;
  const callbacks = new Map([['XRAY', { aet: 'XRAY', host: '127.0.0.1', port: await closedPort() }]]);
  const before = await startMachineReceiver({ call, callbacks });
  sent(before.ledger, ['1.2.1']).done();
  await sendAsMachine(before.port, [commit(['1.2.1'])]);
  await before.advanceCommitments();
  expect(before.events).toContain('commitment-waits');
  before.close();

  portal.away = false;
  const after = await startMachineReceiver({ call, callbacks, folder: before.folder });
  await after.advanceCommitments();
  expect(after.events).toContain('commitment-not-reported');
  const { received, onEvent } = events();
  const echo = new dimse.requests.CEchoRequest();
  const next = sendAsMachine(after.port, [echo], { contexts: [COMMITMENT], onEvent });
  await expect
    .poll(() => after.events.filter((event) => event === 'association'), { timeout: 60_000 })
    .toHaveLength(1);
  await after.advanceCommitments();
  expect(received).toMatchObject([{ type: 1, transaction: '2.25.1' }]);
  await next;
});

test('an association in which a machine does not confirm its result is asked once', async () => {
  const { call } = storage(`7 1.2.1 ${HASH}`);
  const { port, ledger, associations, advanceCommitments, clock } = await startMachineReceiver({ call });
  sent(ledger, ['1.2.1']).done();
  await sendAsMachine(port, [commit(['1.2.1'])]);
  const address = String(ledger.prepare('select address from commitments').get()?.address);
  const reports: string[] = [];
  const peer = (name: string, taken: boolean) => ({
    ...{ station: 'XRAY', address },
    report: async () => reports.push(name) > 0 && taken,
  });
  associations.add(peer('silent', false));
  await advanceCommitments();
  clock.ms += 60_000;
  await advanceCommitments();
  expect(reports).toEqual(['silent']);
  associations.add(peer('next', true));
  await advanceCommitments();
  expect(reports).toEqual(['silent', 'next']);
});

test('the instances of a result are read only when a machine can take it', async () => {
  const { call } = storage(`7 1.2.1 ${HASH}`);
  const callbacks = new Map([['XRAY', { aet: 'XRAY', host: '127.0.0.1', port: await closedPort() }]]);
  const { port, ledger, advanceCommitments, clock } = await startMachineReceiver({ call, callbacks });
  sent(ledger, ['1.2.1']).done();
  await sendAsMachine(port, [commit(['1.2.1'])]);
  await advanceCommitments();
  const prepare = vi.spyOn(ledger, 'prepare');
  const countReads = () =>
    prepare.mock.calls.filter(([sql]) => sql.includes('from commitmentInstances')).length;
  clock.ms += 5_000;
  await advanceCommitments();
  expect(countReads()).toBe(0);
  clock.ms += 60_000;
  await advanceCommitments();
  expect(countReads()).toBeGreaterThan(0);
});

test('wrong and excessive requests are refused without being recorded', async () => {
  const { call } = storage();
  const { port, ledger } = await startMachineReceiver({ call });
  const statusOf = async (...args: Parameters<typeof commit>) =>
    (await sendAsMachine(port, [commit(...args)]))[0]?.status;
  expect(await statusOf(['1.2.1'], { actionType: 2 })).toBe(0x0123);
  expect(await statusOf(['1.2.1'], { instance: '1.2.3' })).toBe(0x0112);
  expect(await statusOf(['1.2.1'], { transactionUID: '' })).toBe(0x0115);
  expect(await statusOf([])).toBe(0x0115);
  expect(await statusOf(['1..2'])).toBe(0x0115);
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `1.2.826.0.1.3680043.8.498.${index}`);
  expect(await statusOf(many(10_001))).toBe(0x0213);
  // longer than what is parsed at all
  expect(await statusOf(many(100_000))).toBe(0x0213);
  expect(ledger.prepare('select count(*) as n from commitments').get()).toEqual({ n: 0 });
  // the same association serves on
  const replies = await sendAsMachine(port, [commit(many(30_000)), commit(['1.2.1'])]);
  expect(replies.map(({ status }) => status)).toEqual([0x0213, 0]);
});
