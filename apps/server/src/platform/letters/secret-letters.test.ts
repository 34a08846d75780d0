import { expect, test } from 'vitest';
import { emptyDatabase } from '../../testing/portal/empty-database.ts';
import { HOUR_MS } from '../time-and-sizes/duration.ts';
import { migrate } from '../db/migrate.ts';
import { startWithWelcomeLetter } from './welcome-letter.fixture.ts';

test('a letter whose password is no longer valid is not sent, and its password is deleted', async () => {
  const { relay, deliver, findLetter, clock } = await startWithWelcomeLetter();
  clock.advance(73 * HOUR_MS);
  await deliver();
  expect(relay.received).toEqual([]);
  expect(await findLetter()).toMatchObject({
    facts: {},
    failedAt: expect.any(Date),
    lastError: 'Письмо устарело: пароль или ссылка в нём больше не действуют',
  });
});

test('a letter without a secret does not expire', async () => {
  const { relay, deliver, context, letterID, clock } = await startWithWelcomeLetter();
  const facts = JSON.stringify({ name: 'Анна', ownerName: 'Борис', patientURL: 'http://portal.test' });
  await context.db
    .updateTable('letters')
    .set({ template: 'patient-share', facts })
    .where('id', '=', letterID)
    .execute();
  clock.advance(1000 * HOUR_MS);
  await deliver();
  expect(relay.received).toHaveLength(1);
});

test('passwords that earlier versions left in sent, given up and outdated letters are deleted by the migration', async () => {
  const { db, pool } = await emptyDatabase('0026_less_waiting');
  const insert = (template: string, columns: string, values: string) =>
    pool.query(
      `insert into letters (template, recipient, facts, ${columns})
       values ('${template}', 'a@b.test', '{"password": "secret"}', ${values})`,
    );
  await insert('welcome', 'sent_at', 'now()');
  await insert('welcome', 'failed_at', 'now()');
  await insert('new-password', 'created_at', "now() - interval '4 days'");
  await insert('new-password', 'created_at', "now() - interval '1 hour'");
  await insert('study-ready', 'created_at', "now() - interval '4 days'");
  await migrate(db, pool);
  const { rows } = await pool.query(
    "select facts <> '{}' as kept, failed_at is not null as failed from letters order by id",
  );
  expect(rows).toEqual([
    { kept: false, failed: false },
    { kept: false, failed: true },
    { kept: false, failed: true },
    { kept: true, failed: false },
    { kept: true, failed: false },
  ]);
});
