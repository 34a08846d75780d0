import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Association } from './association.ts';

const UID = '1.2.840.10008.5.1.4.1.1.2';
const PROPOSAL = {
  called: 'PEER',
  calling: 'SNIMOK',
  contexts: [{ id: 1, sopClassUID: UID, transferSyntaxUIDs: ['1.2.840.10008.1.2'] }],
};

/** A port of this computer on which nothing listens. */
const closedPort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A-ASSOCIATE-AC for the first context (PS3.8, 9.3.3). */
const ACCEPT = Buffer.from([2, 0, 0, 0, 0, 76, ...Array<number>(68).fill(0), 0x21, 0, 0, 4, 1, 0, 0, 0]);
/** A-ASSOCIATE-RJ: permanent, by the service user, called AE title not recognized. */
const REJECT = Buffer.from([3, 0, 0, 0, 0, 4, 0, 1, 1, 7]);

/** A peer that answers the request for the association with these bytes, and takes everything else without an answer. */
const startPeer = async (answer: Buffer) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(answer));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, tls: null, sockets };
};

const request = {
  contextID: 1,
  commandField: 1,
  command: [[0x00000002, 'UI', UID]] as const,
  dataSet: { sizeBytes: 2, pieces: [new Uint8Array(2)] },
};
const never = () => new AbortController().signal;

test('a closed port and a rejected association are reported as different errors', async () => {
  const closed = { host: '127.0.0.1', port: await closedPort(), tls: null };
  await expect(Association.open(closed, PROPOSAL, never())).rejects.toMatchObject({ kind: 'connection' });
  const rejecting = Association.open(await startPeer(REJECT), PROPOSAL, never());
  await expect(rejecting).rejects.toMatchObject({ name: 'Refused', kind: 'rejected' });
});

test('a context that the peer does not accept has no transfer syntax', async () => {
  const refused = Buffer.from(ACCEPT);
  refused.writeUInt8(3, refused.length - 2);
  const association = await Association.open(await startPeer(refused), PROPOSAL, never());
  expect(association.acceptedSyntax(1)).toBe(undefined);
  association.abort();
});

test('a request ends when it is stopped, also before the connection', async () => {
  const peer = await startPeer(ACCEPT);
  const stop = new AbortController();
  const association = await Association.open(peer, PROPOSAL, stop.signal);
  expect(association.acceptedSyntax(1)).toBe('');
  const sending = association.send(request);
  stop.abort();
  await expect(sending).rejects.toMatchObject({ name: 'Unavailable', kind: 'connection' });
  await expect(Association.open(peer, PROPOSAL, stop.signal)).rejects.toMatchObject({ name: 'Unavailable' });
  expect(peer.sockets).toHaveLength(1);
});

test('a request fails if the response is too long', async () => {
  const peer = await startPeer(ACCEPT);
  const association = await Association.open(peer, PROPOSAL, never());
  const sending = association.send(request);
  const [socket] = peer.sockets;
  // data PDUs without a fragment
  for (let count = 0; count < 20; count++) {
    const bytes = Buffer.alloc(100_006);
    bytes.writeUInt8(4, 0);
    bytes.writeUInt32BE(100_000, 2);
    socket?.write(bytes);
  }
  await expect(sending).rejects.toThrow('a response is too long');
});
