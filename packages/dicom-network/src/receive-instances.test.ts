import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { acceptStorage } from './accept.ts';
import { Association } from './association.ts';
import { FIELD, STATUS } from './commands.ts';
import { type ReceivedInstance, serveStorage, type StoreInstance } from './receive-instances.ts';

const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';
const WORKLIST = '1.2.840.10008.5.1.4.31';
const JPEG_LOSSLESS = '1.2.840.10008.1.2.4.70';
const never = new AbortController().signal;

/** A receiver with the title SNIMOK. Returns an association with it, and how the receiver ended. */
const openWith = async (store: StoreInstance, called = 'SNIMOK') => {
  const ended = Promise.withResolvers<unknown>();
  const server = createServer((socket) => {
    acceptStorage(socket, 'SNIMOK')
      .then((association) => serveStorage(association, store))
      .then(() => ended.resolve('released'), ended.resolve);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const contexts = [
    { id: 1, sopClassUID: CT_IMAGE, transferSyntaxUIDs: [JPEG_LOSSLESS, '1.2.840.10008.1.2'] },
    { id: 3, sopClassUID: WORKLIST, transferSyntaxUIDs: ['1.2.840.10008.1.2'] },
  ];
  const peer = { host: '127.0.0.1', port, tls: null };
  const association = await Association.open(peer, { called, calling: 'PACS', contexts }, never);
  return { association, ended: ended.promise };
};

const storeRequest = (pieces: Buffer[], sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0)) => ({
  contextID: 1,
  commandField: FIELD.store,
  command: [
    [0x00000002, 'UI', CT_IMAGE],
    [0x00001000, 'UI', '2.25.7'],
  ] as const,
  dataSet: { sizeBytes, pieces },
});

test('an instance of several megabytes arrives unchanged although it is stored slowly', async () => {
  const received: { facts: Omit<ReceivedInstance, 'dataSet'>; bytes: Buffer }[] = [];
  const { association, ended } = await openWith(async ({ dataSet, ...facts }) => {
    const parts: Buffer[] = [];
    for await (const part of dataSet) {
      if (parts.length % 16 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      parts.push(part);
    }
    received.push({ facts, bytes: Buffer.concat(parts) });
  });
  expect(association.acceptedSyntax(1)).toBe(JPEG_LOSSLESS);
  expect(association.acceptedSyntax(3)).toBe(undefined);
  const bytes = Buffer.alloc(5_000_000, 'image ');
  expect(await association.send(storeRequest([bytes]))).toBe(STATUS.success);
  expect(await association.send(storeRequest([Buffer.alloc(0), Buffer.from('ab')]))).toBe(STATUS.success);
  await association.release();
  expect(await ended).toBe('released');
  const [first, second] = received;
  expect(first?.facts).toEqual({
    sopClassUID: CT_IMAGE,
    sopInstanceUID: '2.25.7',
    transferSyntaxUID: JPEG_LOSSLESS,
  });
  expect(first?.bytes.equals(bytes)).toBe(true);
  expect(second?.bytes.toString()).toBe('ab');
});

test('a failure to store is not confirmed, and a truncated data set is an error', async () => {
  const full = await openWith(() => Promise.reject(new Error('the disk is full')));
  await expect(full.association.send(storeRequest([Buffer.from('ab')]))).rejects.toThrow('ended');
  expect(await full.ended).toMatchObject({ message: 'the disk is full' });

  const cut = await openWith(async ({ dataSet }) => {
    for await (const part of dataSet) expect(part.length).toBeGreaterThan(0);
  });
  await expect(cut.association.request(storeRequest([Buffer.alloc(300_000)], 400_000))).rejects.toThrow();
  cut.association.abort();
  expect(await cut.ended).toMatchObject({ name: 'Unavailable' });
});

test('another title than that of the receiver is rejected', async () => {
  await expect(openWith(async () => undefined, 'OTHER')).rejects.toMatchObject({
    name: 'Refused',
    kind: 'rejected',
  });
});
