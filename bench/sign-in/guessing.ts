import { randomBytes } from 'node:crypto';
import { DEVICE_GRANT } from '@snimok/contract/people/auth';
import { openPool } from '../../apps/server/src/platform/db/client.ts';
import { connections, exchange, type Reply, type RequestOptions } from '../measuring/exchange.ts';
import { type Benchmark, percentile, shown } from '../measuring/figures.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';

const PAIRS = 1_000;
const WARM_UP = 100;

/** A secret, and the request that tries a guess. */
interface GuessedSecret {
  title: string;
  secret: string;
  request(guess: string): RequestOptions & { path: string };
}

/**
 * Compares the response time for a secret that is wrong only in its last character (near) with that for a random one
 * (far). They alternate, each from its own client address, so that none is throttled.
 */
export const guessing: Benchmark = async () => {
  const portal = await startPortal({ worker: false });
  try {
    const rows: string[][] = [];
    for (const secret of [await shareToken(portal), ...(await programSecrets(portal))]) {
      await waitUntilQuiet();
      rows.push(await measure(portal.address, secret));
    }
    const head = ['', 'near p50', 'far p50', 'near p90', 'far p90'];
    return [{ title: `Guessing: ${PAIRS} pairs of wrong secrets, ms`, head, rows }];
  } finally {
    await portal.stop();
  }
};

const measure = async (address: string, { title, secret, request }: GuessedSecret): Promise<string[]> => {
  const agent = connections(1);
  const near: number[] = [];
  const far: number[] = [];
  const nearGuess = () => `${secret.slice(0, -1)}${secret.endsWith('B') ? 'C' : 'B'}`;
  // tokens of programs begin with this constant, which is not secret
  const [prefix = ''] = /^(?:snimok_desktop_)?/.exec(secret) ?? [];
  const farGuess = () =>
    prefix +
    randomBytes(64)
      .toString('base64url')
      .slice(0, secret.length - prefix.length);
  let count = 0;
  const timed = async (guess: string): Promise<number> => {
    const { path, headers, ...sending } = request(guess);
    const from = `198.18.${(count >> 8) & 255}.${count++ & 255}`;
    const begin = performance.now();
    await expectRefusal(
      exchange(agent, address + path, { ...sending, headers: { ...headers, 'x-forwarded-for': from } }),
    );
    return performance.now() - begin;
  };
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    // alternate the order, because the second request may find warmer caches
    const nearFirst = pair % 2 === 0;
    const one = await timed(nearFirst ? nearGuess() : farGuess());
    const other = await timed(nearFirst ? farGuess() : nearGuess());
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

/** Throws unless the secret is refused as wrong: a valid one or a throttled request would measure something else. */
const expectRefusal = async (reply: Promise<Reply>): Promise<void> => {
  const outcome = await reply.then(
    () => 'accepted',
    ({ message }: Error) => message,
  );
  if (!/: 40[014] /.test(outcome))
    throw new Error(`a wrong secret was not refused with 400, 401 or 404: ${outcome}`);
};

const shareToken = async ({ assistant, databaseURL }: Portal): Promise<GuessedSecret> => {
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
    request: (guess) => ({ path: '/api/1/external/study', headers: { authorization: `Bearer ${guess}` } }),
  };
};

const programSecrets = async ({ assistant }: Portal): Promise<GuessedSecret[]> => {
  const client = { client_id: 'desktop', scope: 'upload-studies' };
  const begin = () => assistant.post<{ device_code: string; user_code: string }>('/auth/device', client);
  const pending = await begin();
  const accepted = await begin();
  const agent = connections(1);
  const path = `/api/1/assistant/desktop-app/grant/${accepted.user_code}/accept`;
  await exchange(agent, assistant.address + path, { method: 'PATCH', headers: { cookie: assistant.cookie } });
  agent.destroy();
  const tokenRequest = (device_code: string) => ({ ...client, grant_type: DEVICE_GRANT, device_code });
  const { access_token } = await assistant.post<{ access_token: string }>(
    '/auth/token',
    tokenRequest(accepted.device_code),
  );
  return [
    {
      title: 'code of a pending program grant',
      secret: pending.device_code,
      request: (guess) => ({
        path: '/api/1/auth/token',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(tokenRequest(guess))),
      }),
    },
    {
      title: 'token of an upload program',
      secret: access_token,
      request: (guess) => ({
        path: '/api/1/assistant/dropdown/doctors',
        headers: { authorization: `Bearer ${guess}` },
      }),
    },
  ];
};
