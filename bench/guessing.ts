import { randomBytes } from 'node:crypto';
import { DEVICE_GRANT } from '@snimok/contract/auth';
import { openPool } from '../apps/server/src/platform/db/client.ts';
import { type Answer, connections, exchange, type Sending } from './exchange.ts';
import { type Benchmark, percentile, shown } from './figures.ts';
import { type Portal, startPortal } from './portal.ts';
import { waitUntilQuiet } from './quiet.ts';

const PAIRS = 1_000;
const WARM_UP = 100;

/** A secret that opens something, and how one asks with a guess at it. */
interface Lock {
  title: string;
  secret: string;
  ask(guess: string): Sending & { path: string };
}

/**
 * Does a wrong secret that is right save for its last letter take longer than one out of the blue? Asked by turns, each
 * from an address of its own, so that nobody is throttled.
 */
export const guessing: Benchmark = async () => {
  const portal = await startPortal({ worker: false });
  try {
    const rows: string[][] = [];
    for (const lock of [await link(portal), ...(await desktopSecrets(portal))]) {
      await waitUntilQuiet();
      rows.push(await measure(portal.address, lock));
    }
    const head = ['', 'near p50', 'far p50', 'near p90', 'far p90'];
    return [{ title: `Guessing: ${PAIRS} pairs of wrong secrets, ms`, head, rows }];
  } finally {
    await portal.stop();
  }
};

const measure = async (address: string, { title, secret, ask }: Lock): Promise<string[]> => {
  const agent = connections(1);
  const near: number[] = [];
  const far: number[] = [];
  const nearly = () => `${secret.slice(0, -1)}${secret.endsWith('B') ? 'C' : 'B'}`;
  // what stands before every such secret, and is none
  const [prefix = ''] = /^(?:snimok_desktop_)?/.exec(secret) ?? [];
  const blue = () =>
    prefix +
    randomBytes(64)
      .toString('base64url')
      .slice(0, secret.length - prefix.length);
  let asked = 0;
  const timed = async (guess: string): Promise<number> => {
    const { path, headers, ...sending } = ask(guess);
    const from = `198.18.${(asked >> 8) & 255}.${asked++ & 255}`;
    const begin = performance.now();
    await refused(
      exchange(agent, address + path, { ...sending, headers: { ...headers, 'x-forwarded-for': from } }),
    );
    return performance.now() - begin;
  };
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    // who comes second may find a warmer processor
    const nearFirst = pair % 2 === 0;
    const one = await timed(nearFirst ? nearly() : blue());
    const other = await timed(nearFirst ? blue() : nearly());
    if (pair < 0) continue;
    near.push(nearFirst ? one : other);
    far.push(nearFirst ? other : one);
  }
  agent.destroy();
  return [
    title,
    ...[0.5, 0.9].flatMap((share) => [near, far].map((taken) => shown(percentile(taken, share)))),
  ];
};

/** A hit or a throttle would measure something else. */
const refused = async (answer: Promise<Answer>): Promise<void> => {
  const outcome = await answer.then(
    () => 'a hit',
    ({ message }: Error) => message,
  );
  if (!/: 40[014] /.test(outcome)) throw new Error(`a wrong secret was not refused as such: ${outcome}`);
};

const link = async ({ assistant, databaseURL }: Portal): Promise<Lock> => {
  const studyID = await assistant.makeStudy();
  const pool = openPool(databaseURL);
  await pool.query("update studies set status = 'done' where id = $1", [studyID]);
  await pool.end();
  const shares = `/assistant/studies/${studyID}/external-shares`;
  const { shareUUID } = await assistant.post<{ shareUUID: string }>(shares, { email: 'kollega@bench.test' });
  const { text } = await assistant.get(`${shares}/${shareUUID}/link`);
  return {
    title: 'link of a shared study',
    secret: new URL((JSON.parse(text) as { shareURL: string }).shareURL).hash.slice(1),
    ask: (guess) => ({ path: '/api/1/external/study', headers: { authorization: `Bearer ${guess}` } }),
  };
};

const desktopSecrets = async ({ assistant }: Portal): Promise<Lock[]> => {
  const client = { client_id: 'desktop', scope: 'upload-studies' };
  const begin = () => assistant.post<{ device_code: string; user_code: string }>('/auth/device', client);
  const [waiting, taken] = [await begin(), await begin()];
  const agent = connections(1);
  const path = `/api/1/assistant/desktop-app/grant/${taken.user_code}/accept`;
  await exchange(agent, assistant.address + path, { method: 'PATCH', headers: { cookie: assistant.cookie } });
  agent.destroy();
  const wish = (device_code: string) => ({ ...client, grant_type: DEVICE_GRANT, device_code });
  const { access_token } = await assistant.post<{ access_token: string }>(
    '/auth/token',
    wish(taken.device_code),
  );
  return [
    {
      title: 'code of a program that waits',
      secret: waiting.device_code,
      ask: (guess) => ({
        path: '/api/1/auth/token',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(wish(guess))),
      }),
    },
    {
      title: 'token of a program',
      secret: access_token,
      ask: (guess) => ({
        path: '/api/1/assistant/dropdown/doctors',
        headers: { authorization: `Bearer ${guess}` },
      }),
    },
  ];
};
