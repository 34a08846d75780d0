import { openDatabase, openPool } from '../../apps/server/src/platform/db/client.ts';
import { insertAccount } from '../../apps/server/src/people/accounts/account-rows/accounts.ts';
import { hashPassword } from '../../apps/server/src/people/accounts/account-rows/passwords.ts';
import { connections, exchange, type RequestOptions } from '../measuring/exchange.ts';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';

const ACCOUNTS = 200;
const TRIES = 4;

const known = (n: number) => `user${n}@known.test`;
const unknown = (n: number) => `user${n}@other.test`;

/** A request whose response must not reveal whether an e-mail has an account. */
interface Probe {
  title: string;
  request(email: string): RequestOptions & { path: string };
}

const json = { 'content-type': 'application/json' };
const probes: Probe[] = [
  {
    title: 'reset request',
    request: (email) => ({
      path: '/api/1/auth/password/reset/request',
      method: 'POST',
      headers: json,
      body: Buffer.from(JSON.stringify({ email })),
    }),
  },
  {
    title: 'sign-in with a wrong password',
    request: (email) => ({
      path: '/api/1/auth/token',
      method: 'POST',
      headers: {
        ...json,
        authorization: `Basic ${Buffer.from(`${email}:Ne-tot-parol-1`).toString('base64')}`,
      },
      body: Buffer.from(JSON.stringify({ grant_type: 'client_credentials' })),
    }),
  },
];

/**
 * Compares the response times for e-mails with and without an account. They alternate, each from its own client address,
 * so that none is throttled. The AUC is the probability that a known e-mail takes longer than an unknown one: 0.5 is
 * chance, 0 or 1 reveals every account.
 */
export const enumeration: Benchmark = async () => {
  const portal = await startPortal({ worker: true, fill: addAccounts });
  try {
    const rows: string[][] = [];
    for (const probe of probes) {
      await waitUntilQuiet();
      rows.push(await measure(portal, probe));
    }
    const head = ['', 'known p50', 'unknown p50', 'AUC of one try', `AUC of the fastest of ${TRIES}`];
    return [{ title: `Enumeration: ${ACCOUNTS} e-mails with and without an account, ms`, head, rows }];
  } finally {
    await portal.stop();
  }
};

const addAccounts = async (databaseURL: string): Promise<void> => {
  const db = openDatabase(openPool(databaseURL));
  const hash = await hashPassword('Horosho-4itaem');
  for (let n = 0; n < ACCOUNTS; n++) {
    await insertAccount(db, { role: 'doctor', email: known(n), name: 'Анна', featureFlags: [] }, hash, false);
  }
  await db.destroy();
};

const measure = async ({ address }: Portal, { title, request }: Probe): Promise<string[]> => {
  const agent = connections(1);
  let count = 0;
  const timed = async (email: string): Promise<number> => {
    const { path, headers, ...sending } = request(email);
    const from = `198.18.${(count >> 8) & 255}.${count++ & 255}`;
    const begin = performance.now();
    await exchange(agent, address + path, {
      ...sending,
      headers: { ...headers, 'x-forwarded-for': from },
    }).catch(({ message }: Error) => {
      if (!/: 403 /.test(message)) throw new Error(`unexpected response: ${message}`);
    });
    return performance.now() - begin;
  };
  const times = { known: tries(), unknown: tries() };
  for (let warmUp = 0; warmUp < 100; warmUp++) await timed(`warm-up${warmUp}@other.test`);
  for (let round = 0; round < TRIES; round++) {
    for (let n = 0; n < ACCOUNTS; n++) {
      // alternate the order, because the second request may find warmer caches
      for (const isKnown of n % 2 === 0 ? [true, false] : [false, true]) {
        const taken = await timed(isKnown ? known(n) : unknown(n));
        times[isKnown ? 'known' : 'unknown'][n]?.push(taken);
      }
    }
  }
  agent.destroy();
  const fastest = (of: number[][]) => of.map((taken) => Math.min(...taken));
  return [
    title,
    shown(median(times.known.flat())),
    shown(median(times.unknown.flat())),
    areaUnderCurve(times.known.flat(), times.unknown.flat()).toFixed(2),
    areaUnderCurve(fastest(times.known), fastest(times.unknown)).toFixed(2),
  ];
};

const tries = (): number[][] => Array.from({ length: ACCOUNTS }, () => []);

/** The share of pairs in which the first value is greater (Mann-Whitney U); equal values count half. */
const areaUnderCurve = (ones: number[], others: number[]): number => {
  let wins = 0;
  for (const one of ones) {
    for (const other of others) wins += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return wins / (ones.length * others.length);
};
