import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { imageBytes } from '../testing/dicom-files.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { listen } from './listen.ts';
import { clearDrafts, newDraftPath, isUid, saveInstance, openStore } from './store.ts';

async function startReceiver(addresses: string[] = []) {
  const store = openStore(temporaryFolder());
  clearDrafts(store);
  const events: string[] = [];
  const log = (event: string) => void events.push(event);
  const policy = { aet: 'SNIMOK', from: [] };
  const server = await listen({ host: '127.0.0.1', port: 0, addresses, store, policy, log });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const connectPeer = async (...chunks: Buffer[]) => {
    const peer = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(peer, 'connect');
    for (const chunk of chunks) peer.write(chunk);
    peer.resume();
    return peer;
  };
  return { events, connectPeer };
}

/** A PDU header with any type and length (PS3.8, 9.3), and a body. */
const pdu = (type: number, length: number, body = Buffer.alloc(0)) => {
  const head = Buffer.alloc(6);
  head.writeUInt8(type, 0);
  head.writeUInt32BE(length, 2);
  return Buffer.concat([head, body]);
};

test('a PDU of four gigabytes, invalid data, and data without an association are disconnected', async () => {
  const { connectPeer, events } = await startReceiver();
  const attacks = [
    pdu(4, 0xffffffff),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    pdu(4, 6, Buffer.from([0, 0, 0, 2, 1, 3])),
    pdu(1, 4, Buffer.from('abcd')),
  ];
  for (const bytes of attacks) {
    const peer = await connectPeer(bytes);
    await once(peer, 'close');
  }
  expect(events).toContain('pdu-too-long');
});

/** An item of an association request: type, a reserved byte, length, content (PS3.8, 9.3.2). */
const item = (type: number, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.from([type, 0, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([head, body]);
};

/** An association request of the AE title XRAY for Verification. */
const associationRequest = () => {
  const context = [
    item(0x30, Buffer.from('1.2.840.10008.1.1')),
    item(0x40, Buffer.from('1.2.840.10008.1.2')),
  ];
  const body = Buffer.concat([
    Buffer.from([0, 1, 0, 0]),
    Buffer.from('SNIMOK'.padEnd(16) + 'XRAY'.padEnd(16)),
    Buffer.alloc(32),
    item(0x10, Buffer.from('1.2.840.10008.3.1.1.1')),
    item(0x20, Buffer.from([1, 0, 0, 0]), ...context),
    item(0x50, item(0x51, Buffer.from([0, 0, 0x40, 0]))),
  ]);
  return pdu(1, body.length, body);
};

test('a peer that sends an endless command is disconnected before 64 MB', async () => {
  const { connectPeer } = await startReceiver();
  const peer = await connectPeer(associationRequest());
  const [answer] = await once(peer, 'data');
  expect(answer[0]).toBe(2);
  // PDV of context 1 with the flags «command, not the last fragment» (PS3.8, annex E)
  const length = 64 * 1024;
  const fragment = Buffer.alloc(length);
  fragment.writeUInt32BE(length - 4, 0);
  fragment.set([1, 1], 4);
  let closed = false;
  peer.on('close', () => (closed = true));
  let sent = 0;
  for (; !closed && sent < 2000; sent++) {
    if (peer.write(pdu(4, length, fragment))) continue;
    await new Promise<void>((resolve) => {
      peer.once('drain', resolve);
      if (closed) resolve();
      else peer.once('close', () => resolve());
    });
  }
  expect(closed).toBe(true);
  expect(sent * length).toBeLessThan(64 * 1024 ** 2);
});

test('an address may have eight connections at a time, and an address that is not listed none', async () => {
  const { connectPeer, events } = await startReceiver();
  const peers = await Promise.all(Array.from({ length: 8 }, () => connectPeer()));
  const ninth = await connectPeer();
  await once(ninth, 'close');
  expect(events).toEqual(['peer-refused']);
  for (const peer of peers) peer.destroy();
  const closed = await startReceiver(['10.0.0.7']);
  await once(await closed.connectPeer(), 'close');
  expect(closed.events).toEqual(['peer-refused']);
});

test('only UIDs are accepted as file names', () => {
  expect(['1.2.840.1', '2.25.9'].every(isUid)).toBe(true);
  expect(['', '.', '..', '1..2', '1.', '../1', '1/2', 'CON', '1'.repeat(65)].some(isUid)).toBe(false);
});

test('an identical instance is stored once, different bytes under its UID separately, and one without a study not at all', async () => {
  const store = openStore(temporaryFolder());
  clearDrafts(store);
  const save = (bytes: Uint8Array, sopUID = '5.1') => {
    const draft = newDraftPath(store);
    writeFileSync(draft, bytes);
    return saveInstance(store, draft, sopUID);
  };
  const first = await save(imageBytes({ sopUID: '5.1' }));
  expect(first).toBe(join(store.received, '1.2.3', '5.1.dcm'));
  expect(await save(imageBytes({ sopUID: '5.1' }))).toBe(first);
  const other = await save(imageBytes({ sopUID: '5.1', text: 'другой' }));
  expect(other).toMatch(/5\.1-[0-9a-f]{8}\.dcm$/);
  expect(await save(imageBytes({ sopUID: '5.1', studyUID: '' }))).toBeNull();
  expect(await save(imageBytes({ sopUID: '5.1', studyUID: '..' }))).toBeNull();
  expect(await save(Buffer.from('no image at all'))).toBeNull();
  expect(readdirSync(store.received)).toEqual(['1.2.3']);
  expect(readdirSync(join(store.received, '1.2.3'))).toHaveLength(2);
});

test('incomplete instances are removed at start, because they were not acknowledged', () => {
  const store = openStore(temporaryFolder());
  mkdirSync(store.incoming);
  writeFileSync(newDraftPath(store), 'half');
  clearDrafts(store);
  expect(readdirSync(store.incoming)).toEqual([]);
  expect(existsSync(store.received)).toBe(true);
});
