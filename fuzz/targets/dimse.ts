import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitmentAccepter } from '../../apps/uploader/src/commitment/accept.ts';
import { OpenAssociations } from '../../apps/uploader/src/commitment/open-associations.ts';
import { openLedger } from '../../apps/uploader/src/ledger/ledger.ts';
import { listUnreportedSteps, recordReported } from '../../apps/uploader/src/performed-steps/step-ledger.ts';
import { stepKeeper } from '../../apps/uploader/src/performed-steps/keep-steps.ts';
import { LIMITS } from '../../apps/uploader/src/receive/limits.ts';
import { listen } from '../../apps/uploader/src/receive/listen.ts';
import { parseSenders } from '../../apps/uploader/src/machines/senders.ts';
import { clearDrafts, openStore } from '../../apps/uploader/src/machines/store.ts';
import { queryAnswerer } from '../../apps/uploader/src/worklist/answer-query.ts';
import type { Item } from '../../apps/uploader/src/worklist/attributes.ts';
import { associationRequest, dimseConversation } from '../generate/dimse.ts';
import { machineReports, worklistQueries } from '../generate/machine-requests.ts';
import type { Target } from './target.ts';

/** The type of the PDU A-ASSOCIATE-AC (PS3.8, 9.3.3). */
const ACCEPTED = 2;
/** The time for answers, if the receiver does not disconnect the peer. */
const LISTEN_MS = 30;

const ITEM: Item = {
  accessionNumber: 'S7',
  studyID: 7,
  bookingID: null,
  patientID: 70,
  studyType: 'rg',
  doctorID: 1,
  doctorName: 'Клиника',
  name: 'Ёлкина Анна',
  birthday: '1987-03-14',
  sex: 'female',
  beginsAt: '2026-11-23T07:30:00.000Z',
};
const ITEMS = Array.from({ length: 10 }, () => ITEM);

const log = () => undefined;

const machineServices = (folder: string) => {
  const ledger = openLedger(folder, 'fuzz');
  const services = {
    answerQuery: queryAnswerer({
      worklist: { list: async () => ITEMS },
      portal: 'http://portal.test',
      characterSetOf: () => 'iso-ir-144' as const,
    }),
    steps: stepKeeper(ledger, log),
    acceptCommitment: commitmentAccepter(ledger, log),
    associations: new OpenAssociations(),
    recordSent: log,
  };
  /** Reads the steps that the requests have recorded; otherwise only the portal would notice malformed ones. */
  const readSteps = () => {
    for (const step of listUnreportedSteps(ledger, 100)) recordReported(ledger, step);
    // the limits of a day would end the fuzzing of new steps
    ledger.exec('delete from steps; delete from commitments');
  };
  return { services, readSteps };
};

const startReceiver = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-fuzz-'));
  const store = openStore(folder);
  clearDrafts(store);
  const policy = { aet: 'SNIMOK', senders: parseSenders(['XRAY@127.0.0.1'], []), unlisted: 'hold' } as const;
  const { services, readSteps } = machineServices(folder);
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    store,
    policy,
    services,
    log,
    onRefused: log,
    limits: { ...LIMITS, peers: 1000, peersPerAddress: 1000, instanceBytes: 1024 ** 2 },
  });
  return { port: (server.address() as AddressInfo).port, readSteps };
};

let starting: ReturnType<typeof startReceiver> | undefined;

const converse = async (port: number, bytes: Buffer): Promise<void> => {
  const peer = connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = once(peer, 'close').catch(() => undefined);
  peer.resume();
  peer.end(bytes);
  const timer = setTimeout(() => peer.destroy(), LISTEN_MS);
  await closed;
  clearTimeout(timer);
};

/** Conversations with the DICOM receiver of the upload program. Afterwards it still has to accept an association. */
const conversations = (make: Target['make']): Target => ({
  make,
  async run(bytes) {
    starting ??= startReceiver();
    const { port, readSteps } = await starting;
    await converse(port, bytes);
    const peer = connect(port, '127.0.0.1');
    peer.write(associationRequest());
    const [answer] = (await once(peer, 'data')) as [Buffer];
    peer.destroy();
    if (answer[0] !== ACCEPTED) throw new Error(`the receiver answers with a PDU of type ${answer[0]}`);
    readSteps();
  },
});

export const dimse = conversations(dimseConversation);
export const worklist = conversations(worklistQueries);
export const machines = conversations(machineReports);
