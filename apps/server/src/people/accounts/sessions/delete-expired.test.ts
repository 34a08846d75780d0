import { expect, test } from 'vitest';
import { startServer } from '../../../testing/portal/server.ts';
import { deleteExpired } from './delete-expired.ts';

test('sessions, reset links and throttles are deleted after they expire and not before', async () => {
  const { as, make, context, clock, nobody } = await startServer();
  const doctor = await make.doctor();
  const portal = await as(doctor);
  await nobody.post('/auth/password/reset/request', { email: doctor.email });
  await nobody.signIn(doctor.email, 'not her password');
  const { db } = context;
  const count = async () => {
    const tables = ['sessions', 'passwordResets', 'throttles'] as const;
    return Promise.all(
      tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
    );
  };
  const before = await count();
  await deleteExpired(context);
  expect(await count()).toEqual(before);
  expect((await portal.get('/doctor/me')).status).toBe(200);
  clock.advance(13 * 3600_000);
  await deleteExpired(context);
  expect(await count()).toEqual([0, 0, 0]);
});
