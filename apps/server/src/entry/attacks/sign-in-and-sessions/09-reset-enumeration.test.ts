import { expect, test } from 'vitest';
import { disableAccount } from '../../../people/accounts/account-rows/accounts.ts';
import { statementsDuring } from '../../../testing/callers/guessing.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

const request = (email: string, n: number) => ({
  method: 'POST' as const,
  url: '/api/1/auth/password/reset/request',
  payload: { email },
  remoteAddress: `198.18.0.${n}`,
});

test('a reset request runs the same statements for known, disabled and unknown e-mails', async () => {
  const { app, context, make, clock } = await startServer();
  const known = await make.doctor();
  const disabled = await make.doctor();
  await disableAccount(context.db, disabled.id, clock.now());
  const statements = [];
  let n = 1;
  for (const email of [known.email, disabled.email, 'nobody@clinic.test', 'никто@клиника.рф']) {
    for (let time = 0; time < 8; time++) {
      statements.push(
        await statementsDuring(context.pool, async () => {
          const { statusCode, body } = await app.inject(request(email, n++));
          expect([statusCode, body]).toEqual([204, '']);
        }),
      );
    }
  }
  expect(statements[0]?.length).toBeGreaterThan(0);
  expect(new Set(statements.map((list) => JSON.stringify(list))).size).toBe(1);
  // only the job looks up the account, not the request
  expect(statements.flat().filter((statement) => /"accounts"/.test(statement))).toEqual([]);
});

test('the job sends a letter to a known e-mail only', async () => {
  const server = await startServer();
  const { app, outbox, make, context } = server;
  const { email } = await make.doctor();
  await app.inject(request('nobody@clinic.test', 1));
  await app.inject(request(email.toUpperCase(), 2));
  await server.work();
  await until('the letter', () => outbox[0]);
  expect(outbox.map(({ to }) => to)).toEqual([email]);
  const left = await until('the jobs to end', async () => {
    const { rows } = await context.pool.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'send-reset-link'`,
    );
    return rows.length === 0;
  });
  expect(left).toBe(true);
});
