import dimse from 'dcmjs-dimse';
import { expect, test, vi } from 'vitest';
import { closedPort, sendAsMachine, startMachineReceiver } from '../testing/machine.ts';
import {
  callbackServer,
  commit,
  COMMITMENT,
  events,
  HASH,
  sent,
  storage,
  WAIT_MS,
} from './commitment.fixture.ts';

test('a machine gets its result in a new association, and only once the portal has the bytes', async () => {
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

test('a result that the machine does not confirm is reported only once in the same association', async () => {
  const { call } = storage(`7 1.2.1 ${HASH}`);
  const { port, ledger, associations, advanceCommitments, clock } = await startMachineReceiver({ call });
  sent(ledger, ['1.2.1']).done();
  await sendAsMachine(port, [commit(['1.2.1'])]);
  const address = String(ledger.prepare('select address from commitments').get()?.address);
  const reports: string[] = [];
  const peer = (name: string, taken: boolean) => ({
    station: 'XRAY',
    address,
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

test('the instances of a result are read from the ledger only when the result can be reported', async () => {
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
  // the same association still works
  const replies = await sendAsMachine(port, [commit(many(30_000)), commit(['1.2.1'])]);
  expect(replies.map(({ status }) => status)).toEqual([0x0213, 0]);
});
