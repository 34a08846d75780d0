import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/realtime';
import { type Db, openDatabase, openPool } from '../apps/server/src/platform/db/client.ts';
import { signConnection, signSubscription } from '../apps/server/src/platform/outside/realtime/tokens.ts';
import { publish } from '../apps/server/src/platform/realtime/publish.ts';
import { sessionName } from '../apps/server/src/platform/realtime/tokens.ts';
import { startCentrifugo } from './centrifugo.ts';
import { type Benchmark, percentile, shown } from './figures.ts';
import { startPortal } from './portal.ts';
import { waitUntilQuiet } from './quiet.ts';
import type { Heard, Listening } from './realtime-listeners.ts';

const CLIENTS = 2000;
const ASSISTANTS = 40;
const PROCESSES = 2;
const PER_SECOND = 200;
const SECONDS = 15;
const secret = randomBytes(16).toString('hex');
const apiKey = randomBytes(16).toString('hex');

/**
 * 2,000 people connected, 200 messages a second: each to all assistants and to its doctor, as the messenger announces
 * them. The hub of one API process, and a real Centrifugo beside one, by turns. `CENTRIFUGO` names the program.
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
  const told = engine?.pid ?? portal.api.pid;
  try {
    const listeners = await makeListeners(db);
    const emptyMB = await residentMB(told);
    const socketURL = `${(engine?.url ?? portal.address).replace('http', 'ws')}/connection/websocket`;
    const groups = await startListening(folder, socketURL, listeners);
    await sleep(1_000);
    const fullMB = await residentMB(told);
    await waitUntilQuiet();
    const before = [await cpuSeconds(portal.api.pid), engine ? await cpuSeconds(engine.pid) : 0];
    const doctors = listeners.slice(ASSISTANTS).map(({ accountID }) => accountID);
    const said = await speak(db, doctors);
    const heard = await Promise.all(groups.map((group) => group.end()));
    const after = [await cpuSeconds(portal.api.pid), engine ? await cpuSeconds(engine.pid) : 0];
    const delays = heard.flatMap((one) => one.delays);
    const used = after.map((seconds, at) => shown(((seconds - (before[at] ?? 0)) / SECONDS) * 100));
    return [
      ['p50, ms', shown(percentile(delays, 0.5))],
      ['p99, ms', shown(percentile(delays, 0.99))],
      ['longest, ms', shown(percentile(delays, 1))],
      ['arrived, of those sent', `${delays.length} of ${said * (ASSISTANTS + 1)}`],
      ['out of order', String(heard.reduce((sum, { outOfOrder }) => sum + outOfOrder, 0))],
      ['memory a connection, kB', shown(((fullMB - emptyMB) * 1000) / CLIENTS)],
      ['CPU of the API, %', used[0] ?? ''],
      ['CPU of Centrifugo, %', engine ? (used[1] ?? '') : ''],
    ];
  } finally {
    await db.destroy();
    await portal.stop();
    await engine?.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

type Listener = Listening['listeners'][number] & { accountID: number };

/** Accounts with a session each, the assistants first. */
const makeListeners = async (db: Db): Promise<Listener[]> => {
  const key = new TextEncoder().encode(secret);
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
        connectionToken: await signConnection(key, { userID, session: sessionName(tokenHash), expiresAt }),
        channelToken: isAssistant ? await signSubscription(key, { userID, channel, expiresAt }) : undefined,
      };
    }),
  );
};

const startListening = (folder: string, url: string, listeners: Listener[]) =>
  Promise.all(
    Array.from({ length: PROCESSES }, async (_, part) => {
      const file = join(folder, `listeners-${part}.json`);
      const own = listeners.filter((_one, at) => at % PROCESSES === part);
      await writeFile(file, JSON.stringify({ url, listeners: own } satisfies Listening));
      const child = fork(join(import.meta.dirname, 'realtime-listeners.ts'), [file]);
      const answer = () =>
        new Promise<unknown>((resolve, reject) => {
          child.once('message', resolve);
          child.once('exit', (code) => reject(new Error(`the listeners ended with code ${code}`)));
        });
      await answer();
      return {
        end: () => {
          const heard = answer();
          child.send('end');
          return heard as Promise<Heard>;
        },
      };
    }),
  );

/** At an even pace; a message that is late does not hold up the next. */
const speak = async (db: Db, doctors: number[]): Promise<number> => {
  const total = PER_SECOND * SECONDS;
  const begin = performance.now();
  const spoken = new Map<number, number>();
  const saying: Promise<void>[] = [];
  for (let at = 0; at < total; at++) {
    const wait = begin + (at * 1000) / PER_SECOND - performance.now();
    if (wait > 1) await sleep(wait);
    const doctor = doctors[(at * 7) % doctors.length] ?? 0;
    const place = (spoken.get(doctor) ?? 0) + 1;
    spoken.set(doctor, place);
    // one after the other, as the messages of one dialog are; so that the order is known
    saying.push((saying.at(-1) ?? Promise.resolve()).then(() => sayOne(db, doctor, at + 1, place)));
  }
  await Promise.all(saying);
  return total;
};

const sayOne = (db: Db, doctor: number, ofAll: number, ofDoctor: number): Promise<void> => {
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
    await publish(tx, ['assistants'], message(ofAll));
    await publish(tx, [{ accountID: doctor }], message(ofDoctor));
  });
};

const residentMB = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
};

/** utime and stime, in ticks of 10 ms */
const cpuSeconds = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
