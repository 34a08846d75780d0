import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../../apps/uploader/src/receive/limits.ts';
import { listen } from '../../apps/uploader/src/receive/listen.ts';
import { parseSenders } from '../../apps/uploader/src/receive/senders.ts';
import { clearDrafts, openStore } from '../../apps/uploader/src/receive/store.ts';
import { associationRequest, dimseConversation } from '../generate/dimse.ts';
import type { Target } from '../target.ts';

/** The type of the PDU A-ASSOCIATE-AC (PS3.8, 9.3.3). */
const ACCEPTED = 2;
/** A peer that the receiver does not disconnect waits so long for answers. */
const LISTEN_MS = 30;

const startReceiver = async (): Promise<number> => {
  const store = openStore(mkdtempSync(join(tmpdir(), 'snimok-fuzz-')));
  clearDrafts(store);
  const policy = { aet: 'SNIMOK', senders: parseSenders(['XRAY@127.0.0.1'], []), unlisted: 'hold' } as const;
  const server = await listen({
    ...{ host: '127.0.0.1', port: 0, store, policy },
    limits: { ...LIMITS, peers: 1000, peersPerAddress: 1000, instanceBytes: 1024 ** 2 },
    log: () => undefined,
    onRefused: () => undefined,
  });
  return (server.address() as AddressInfo).port;
};

let starting: Promise<number> | undefined;

const converse = async (port: number, bytes: Buffer): Promise<void> => {
  const peer = connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = once(peer, 'close').catch(() => undefined);
  peer.resume();
  peer.end(bytes);
  const timer = setTimeout(() => peer.destroy(), LISTEN_MS);
  await closed;
  clearTimeout(timer);
};

/** Conversations with the DICOM receiver of the upload program, which afterwards still has to accept an association. */
export const dimse: Target = {
  make: async (random) => dimseConversation(random),
  async run(bytes) {
    starting ??= startReceiver();
    const port = await starting;
    await converse(port, bytes);
    const peer = connect(port, '127.0.0.1');
    peer.write(associationRequest());
    const [answer] = (await once(peer, 'data')) as [Buffer];
    peer.destroy();
    if (answer[0] !== ACCEPTED) throw new Error(`the receiver answers with a PDU of type ${answer[0]}`);
  },
};
