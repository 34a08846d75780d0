import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../testing/requests-and-waiting/free-port.ts';
import { openFor } from '../sources.fixture.ts';

const settings = {
  kind: 'pacs',
  host: '127.0.0.1',
  calledTitle: 'PACS',
  callingTitle: 'SNIMOK',
  retrieve: 'get',
  moveTitle: null,
  movePort: null,
} as const;

/** A PACS that rejects every association: permanent, by the service user, calling AE title not recognized. */
const startRejecting = async () => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(Buffer.from([3, 0, 0, 0, 0, 4, 0, 1, 1, 3])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

test('an archive that is absent, rejects the titles or has a forbidden address is unreachable', async () => {
  const port = await startRejecting();
  const absent = openFor({ ...settings, port: await freePort() });
  await expect(absent).rejects.toMatchObject({
    name: 'SourceUnreachable',
    reason: expect.stringContaining('does not answer'),
  });
  await expect(openFor({ ...settings, port })).rejects.toMatchObject({
    name: 'SourceUnreachable',
    reason: 'the archive rejects the titles: association rejected (1, 1, 3)',
  });
  for (const host of ['127.0.0.1', 'localhost', '8.8.8.8'])
    await expect(
      openFor({ ...settings, host, port }, { IMPORT_NETWORKS: '10.0.0.0/8' }),
    ).rejects.toMatchObject({ reason: expect.stringContaining('IMPORT_NETWORKS') });
});

test('C-MOVE needs a port of the portal that is free', async () => {
  const port = await startRejecting();
  await expect(openFor({ ...settings, port, retrieve: 'move' })).rejects.toThrow('needs a port');
  const taken = openFor({ ...settings, port, retrieve: 'move', movePort: port });
  await expect(taken).rejects.toMatchObject({ reason: expect.stringContaining('EADDRINUSE') });
});
