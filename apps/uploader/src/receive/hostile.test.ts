import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { imageBytes } from '../testing/dicom-files.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { senderOf } from '../machines/sender-folders.ts';
import { LIMITS, type Limits } from './limits.ts';
import { listen } from './listen.ts';
import { isListedSender, parseSenders } from '../machines/senders.ts';
import {
  clearDrafts,
  folderOfUnlisted,
  newDraftPath,
  isUid,
  saveInstance,
  openStore,
} from '../machines/store.ts';

async function startReceiver(limits: Partial<Limits> = {}, from = ['XRAY@127.0.0.1']) {
  const store = openStore(temporaryFolder());
  clearDrafts(store);
  const events: string[] = [];
  const log = (event: string) => void events.push(event);
  const policy = { aet: 'SNIMOK', senders: parseSenders(from, []), unlisted: 'refuse' } as const;
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    store,
    policy,
    log,
    limits: { ...LIMITS, ...limits },
    onRefused: ({ why }) => void events.push(why),
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const connectPeer = async (...chunks: Buffer[]) => {
    const peer = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(peer, 'connect');
    for (const chunk of chunks) peer.write(chunk);
    peer.resume();
    return peer;
  };
  return { server, store, events, connectPeer };
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

/** An association request of the AE title XRAY for a SOP class, or Verification. */
const associationRequest = (sopClass = '1.2.840.10008.1.1') => {
  const context = [item(0x30, Buffer.from(sopClass)), item(0x40, Buffer.from('1.2.840.10008.1.2'))];
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

test('the number of connections is limited for each address, and for all unlisted addresses together', async () => {
  const { connectPeer, events } = await startReceiver();
  const peers = await Promise.all(Array.from({ length: 8 }, () => connectPeer()));
  const ninth = await connectPeer();
  await once(ninth, 'close');
  expect(events).toEqual(['peer-refused']);
  for (const peer of peers) peer.destroy();
  const other = await startReceiver({ unlistedPeers: 2 }, ['XRAY@10.0.0.7']);
  const unlisted = [await other.connectPeer(), await other.connectPeer()];
  await once(await other.connectPeer(), 'close');
  expect(other.events).toEqual(['peer-refused']);
  for (const peer of unlisted) peer.destroy();
});

test('an unlisted sender gets A-ASSOCIATE-RJ: permanent, by the service user, calling AE title not recognized', async () => {
  const { connectPeer, events } = await startReceiver({}, ['CT@127.0.0.1']);
  const peer = await connectPeer(associationRequest());
  const [answer] = await once(peer, 'data');
  // PS3.8, table 9-21
  expect([...(answer as Buffer)]).toEqual([3, 0, 0, 0, 0, 4, 0, 1, 1, 3]);
  await once(peer, 'close');
  expect(events).toEqual(['association-rejected', 'sender']);
});

test('ARTIM ends a connection without an association request, and one that the peer does not close', async () => {
  const { connectPeer, server } = await startReceiver({ artimMs: 100 }, ['CT@127.0.0.1']);
  const silent = await connectPeer();
  await once(silent, 'close');
  const rejected = await connectPeer(associationRequest());
  rejected.allowHalfOpen = true;
  await once(rejected, 'end');
  // the peer keeps its side open, and does not learn that the other side has closed
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
  rejected.destroy();
});

/** A C-STORE request of a computed radiograph, context 1 (PS3.7, 9.3.1), and data set fragments of a length that never end. */
const storeRequest = () => {
  const element = (tag: number, value: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(0, 0);
    head.writeUInt16LE(tag, 2);
    head.writeUInt32LE(value.length, 4);
    return Buffer.concat([head, value]);
  };
  const short = (value: number) => Buffer.of(value & 0xff, value >> 8);
  const uid = (text: string) => Buffer.from(text.length % 2 === 0 ? text : `${text}\0`);
  const rest = Buffer.concat([
    element(0x0002, uid('1.2.840.10008.5.1.4.1.1.1.1')),
    element(0x0100, short(1)),
    element(0x0110, short(1)),
    element(0x0700, short(0)),
    element(0x0800, short(1)),
    element(0x1000, uid('1.2.3.4')),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(rest.length);
  return dataPdu(3, Buffer.concat([element(0, length), rest]));
};
const dataPdu = (flags: number, body: Buffer) => {
  const head = Buffer.alloc(6);
  head.writeUInt32BE(body.length + 2, 0);
  head.set([1, flags], 4);
  return pdu(4, body.length + 6, Buffer.concat([head, body]));
};

test('a peer whose instance exceeds the limit is disconnected, and nothing of it stays on the disk', async () => {
  const { connectPeer, store, events } = await startReceiver({ instanceBytes: 1024 ** 2 });
  const peer = await connectPeer(associationRequest('1.2.840.10008.5.1.4.1.1.1.1'));
  await once(peer, 'data');
  peer.write(storeRequest());
  let closed = false;
  peer.on('close', () => (closed = true));
  for (let sent = 0; !closed && sent < 2000; sent++) {
    if (peer.write(dataPdu(0, Buffer.alloc(64 * 1024)))) continue;
    await new Promise<void>((resolve) => {
      for (const event of ['drain', 'close']) peer.once(event, () => resolve());
    });
  }
  if (!closed) await once(peer, 'close');
  expect(events).toContain('instance-too-long');
  await expect.poll(() => readdirSync(store.incoming)).toEqual([]);
});

test('senders are pairs of an AE title and an address or network', () => {
  const senders = parseSenders(['CT@10.0.0.7', 'PX@10.1.0.0/16', 'XA'], ['fd00::/8', '10.2.0.1']);
  const listed = [
    ['10.0.0.7', 'CT'],
    ['10.1.200.3', 'PX'],
    ['fd12::1', 'XA'],
    ['10.2.0.1', 'XA'],
  ] as const;
  const unlisted = [
    ['10.0.0.8', 'CT'],
    ['10.0.0.7', 'PX'],
    ['10.2.0.1', 'CT'],
    ['10.0.0.7', ''],
    ['10.0.0.7', 'ct'],
    ['', 'XA'],
  ] as const;
  for (const [address, aet] of listed) expect(isListedSender(senders, address, aet)).toBe(true);
  for (const [address, aet] of unlisted) expect(isListedSender(senders, address, aet)).toBe(false);
  for (const item of [
    'CT@',
    '@10.0.0.7',
    'CT@10.0.0.7/33',
    'CT@10.0.0.7/1/2',
    'CT@name',
    `${'A'.repeat(17)}@::1`,
  ]) {
    expect(() => parseSenders([item], [])).toThrow(expect.objectContaining({ code: 2 }));
  }
});

test('folder names of unlisted senders contain no path characters, and the number of folders is limited', () => {
  const store = openStore(temporaryFolder());
  const folder = folderOfUnlisted(store, '../../x*@fe80::1', 1) ?? '';
  expect(folder.startsWith(`${store.unlisted}/`)).toBe(true);
  const name = folder.slice(store.unlisted.length + 1);
  expect(name).toMatch(/^[\w%-]+$/);
  expect(senderOf(`${name}/1.2/3.dcm`)).toBe('../../x*@fe80::1');
  mkdirSync(folder);
  expect(folderOfUnlisted(store, 'B@10.0.0.7', 1)).toBeNull();
  expect(folderOfUnlisted(store, '../../x*@fe80::1', 1)).toBe(folder);
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
    return saveInstance(store.received, draft, sopUID);
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
