import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/platform/realtime';
import { type Db, openDatabase, openPool } from '../../apps/server/src/platform/db/client.ts';
import { signConnection, signSubscription } from '../../apps/server/src/platform/outside/realtime/tokens.ts';
import { publish } from '../../apps/server/src/platform/realtime/publish.ts';
import { sessionName } from '../../apps/server/src/platform/realtime/tokens.ts';
import { startCentrifugo } from '../programs/centrifugo.ts';
import { type Benchmark, percentile, shown } from '../measuring/figures.ts';
import { cpuMs, residentMB } from '../measuring/memory.ts';
import { startPortal } from '../programs/portal.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import type { ListenerGroup, Received } from './realtime-listeners.ts';

const CLIENTS = 2000;
const ASSISTANTS = 40;
const PROCESSES = 2;
const PER_SECOND = 200;
const SECONDS = 15;
const secret = randomBytes(16).toString('hex');
const apiKey = randomBytes(16).toString('hex');

/**
 * 2,000 connected clients and 200 messages per second, each published to all assistants and one doctor, as by the
 * messenger. Measures the embedded hub of one API process, then Centrifugo with one API process if `CENTRIFUGO` names
 * its program.
 */
export const realtime: Benchmark = async () => {
  const program = process.env.CENTRIFUGO;
  const columns = [await measure(null), ...(program ? [await measure(program)] : [])];
  const names = ['embedded hub', 'Centrifugo'].slice(0, columns.length);
  const titles = columns[0]?.map(([title]) => title) ?? [];
  const rows = titles.map((title, at) => [title, ...columns.map((column) => column[at]?.[1] ?? '')]);
  return [{ title: `Realtime: ${CLIENTS} clients, ${PER_SECOND} messages/s`, head: ['', ...names], rows }];
};

const measure = async (program: string | null): Promise<[title: string, figure: string][]> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-realtime-'));
  const engine = program ? await startCentrifugo(program, { apiKey, secret }) : null;
  const portal = await startPortal({
    worker: false,
    env: {
      CENTRIFUGO_SECRET: secret,
      ...(engine && { CENTRIFUGO_URL: engine.url, CENTRIFUGO_API_KEY: apiKey }),
    },
  });
  const pool = openPool(portal.databaseURL, { max: 8 });
  const db = openDatabase(pool);
  const hubPID = engine?.pid ?? portal.api.pid;
  try {
    const listeners = await makeListeners(db);
    const emptyMB = await residentMB(hubPID);
    const socketURL = `${(engine?.url ?? portal.address).replace('http', 'ws')}/connection/websocket`;
    const groups = await startListening(folder, socketURL, listeners);
    await sleep(1_000);
    const fullMB = await residentMB(hubPID);
    await waitUntilQuiet();
    const before = [await cpuMs(portal.api.pid), engine ? await cpuMs(engine.pid) : 0];
    const doctors = listeners.slice(ASSISTANTS).map(({ accountID }) => accountID);
    const published = await publishMessages(db, doctors);
    const received = await Promise.all(groups.map((group) => group.end()));
    const after = [await cpuMs(portal.api.pid), engine ? await cpuMs(engine.pid) : 0];
    const delays = received.flatMap((one) => one.delays);
    const used = after.map((ms, at) => shown((ms - (before[at] ?? 0)) / (SECONDS * 10)));
    return [
      ['p50, ms', shown(percentile(delays, 0.5))],
      ['p99, ms', shown(percentile(delays, 0.99))],
      ['longest, ms', shown(percentile(delays, 1))],
      ['received of sent', `${delays.length} of ${published * (ASSISTANTS + 1)}`],
      ['out of order', String(received.reduce((sum, { outOfOrder }) => sum + outOfOrder, 0))],
      ['memory per connection, kB', shown(((fullMB - emptyMB) * 1000) / CLIENTS)],
      ['CPU of the API, % of a core', used[0] ?? ''],
      ['CPU of Centrifugo, % of a core', engine ? (used[1] ?? '') : ''],
    ];
  } finally {
    await db.destroy();
    await portal.stop();
    await engine?.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

type Listener = ListenerGroup['listeners'][number] & { accountID: number };

/** Inserts accounts with one session each, the assistants first. */
const makeListeners = async (db: Db): Promise<Listener[]> => {
  const keys = [Buffer.from(secret)] as const;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const accounts = await db
    .insertInto('accounts')
    .values(
      Array.from({ length: CLIENTS }, (_, at) => ({
        role: at < ASSISTANTS ? 'assistant' : 'doctor',
        email: `listener${at}@bench.test`,
        name: `Слушатель ${at}`,
        passwordHash: 'none',
      })),
    )
    .returning(['id', 'role'])
    .execute();
  const sessions = accounts.map(({ id }) => ({
    tokenHash: randomBytes(32),
    accountID: id,
    createdAt: new Date(),
    expiresAt,
  }));
  await db.insertInto('sessions').values(sessions).execute();
  return Promise.all(
    sessions.map(async ({ tokenHash, accountID }, at) => {
      const userID = String(accountID);
      const isAssistant = accounts[at]?.role === 'assistant';
      const channel = isAssistant ? ASSISTANTS_CHANNEL : userChannel(accountID);
      return {
        accountID,
        channel,
        connectionToken: await signConnection(keys, { userID, session: sessionName(tokenHash), expiresAt }),
        channelToken: isAssistant ? await signSubscription(keys, { userID, channel, expiresAt }) : undefined,
      };
    }),
  );
};

const startListening = (folder: string, url: string, listeners: Listener[]) =>
  Promise.all(
    Array.from({ length: PROCESSES }, async (_, group) => {
      const file = join(folder, `listeners-${group}.json`);
      const own = listeners.filter((_one, at) => at % PROCESSES === group);
      await writeFile(file, JSON.stringify({ url, listeners: own } satisfies ListenerGroup));
      const child = fork(join(import.meta.dirname, 'realtime-listeners.ts'), [file]);
      const nextMessage = () =>
        new Promise<unknown>((resolve, reject) => {
          child.once('message', resolve);
          child.once('exit', (code) => reject(new Error(`a listener process exited with code ${code}`)));
        });
      await nextMessage();
      return {
        end: () => {
          const reply = nextMessage();
          child.send('end');
          return reply as Promise<Received>;
        },
      };
    }),
  );

/** Publishes at a constant rate, whether or not earlier messages are late; returns the number of messages. */
const publishMessages = async (db: Db, doctors: number[]): Promise<number> => {
  const total = PER_SECOND * SECONDS;
  const begin = performance.now();
  const lastIDs = new Map<number, number>();
  const publishing: Promise<void>[] = [];
  for (let at = 0; at < total; at++) {
    const wait = begin + (at * 1000) / PER_SECOND - performance.now();
    if (wait > 1) await sleep(wait);
    const doctor = doctors[(at * 7) % doctors.length] ?? 0;
    const messageID = (lastIDs.get(doctor) ?? 0) + 1;
    lastIDs.set(doctor, messageID);
    // one transaction after another, so that the order of the messages is known
    publishing.push(
      (publishing.at(-1) ?? Promise.resolve()).then(() => publishMessage(db, doctor, at + 1, messageID)),
    );
  }
  await Promise.all(publishing);
  return total;
};

/** `assistantsID` and `doctorID` number the messages of each channel. */
const publishMessage = (db: Db, doctor: number, assistantsID: number, doctorID: number): Promise<void> => {
  const text = String(performance.timeOrigin + performance.now());
  const message = (messageID: number): RealtimeEvent => ({
    type: 'new_message',
    data: {
      messageID,
      text,
      createdAt: new Date().toISOString(),
      isAnswer: true,
      isRead: false,
      messageUUID: null,
    },
  });
  return db.transaction().execute(async (tx) => {
    await publish(tx, ['assistants'], message(assistantsID));
    await publish(tx, [{ accountID: doctor }], message(doctorID));
  });
};
