import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import dimse from 'dcmjs-dimse';
import { expect, test } from 'vitest';
import { updateDelivery } from '../ledger/deliveries.ts';
import { recordSent } from '../ledger/files.ts';
import { writeImage } from '../testing/dicom-files.ts';
import { sendAsMachine, startMachineReceiver } from '../testing/machine.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { folderScanner } from '../watch/folder-scan.ts';
import { recordStudy } from '../watch/record-study.ts';
import { callbackServer, commit, events, HASH, sent, storage, WAIT_MS } from './commitment.fixture.ts';

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

test('the same bytes sent by two machines are committed to both, even if another machine sent other bytes', async () => {
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
