import { listStaff, type StaffRight } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../testing/portal/empty-database.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { migrate } from '../../platform/db/migrate.ts';

const UNKNOWN = 999_999;

const start = async () => {
  const server = await startServer();
  const { make, as, context } = server;
  const admin = await make.assistant();
  const colleague = await make.assistant({ name: 'Зимина Вера' });
  const asAdmin = await as(admin);
  const { studyID } = await make.study({ status: 'done' });
  const url = `/assistant/staff/${colleague.id}`;
  const give = (...rights: StaffRight[]) => asAdmin.put(url, { name: colleague.name, rights });
  const rights = async () => ((await asAdmin.get(url)).body as { rights: StaffRight[] }).rights;
  /** The rights as they are read and written by a version that has one right for both. */
  const row = () =>
    context.db.selectFrom('accounts').select('rights').where('id', '=', colleague.id).executeTakeFirst();
  const write = (list: string[]) =>
    context.db.updateTable('accounts').set({ rights: list }).where('id', '=', colleague.id).execute();
  const tries = async () => {
    const client = await as(colleague);
    const path = `/assistant/studies/${studyID}`;
    const replies = [
      await client.post(`${path}/report`, { reportFormat: 'pdf' }),
      await client.post(`${path}/reports/draft`, { templateID: UNKNOWN }),
      await client.get('/assistant/reports'),
      await client.get('/assistant/reports/templates'),
    ];
    return replies.map(({ status }) => status);
  };
  return { server, asAdmin, admin, give, rights, row, write, tries };
};

test('the right to the PDF and the right to write reports do not include each other', async () => {
  const { give, rights, tries } = await start();
  // the account has both rights at first; the missing picture and template are only found after the check of rights
  expect(await tries()).toEqual([409, 404, 200, 200]);
  expect((await give('studies', 'reports')).status).toBe(204);
  expect(await rights()).toEqual(['studies', 'reports']);
  expect(await tries()).toEqual([409, 403, 403, 403]);
  await give('studies', 'report-writing');
  expect(await rights()).toEqual(['studies', 'report-writing']);
  expect(await tries()).toEqual([403, 404, 200, 200]);
  await give('studies');
  expect(await tries()).toEqual([403, 403, 403, 403]);
});

test('an earlier version beside this one reads and writes the two report rights as one', async () => {
  const { give, rights, row, write } = await start();
  for (const one of ['reports', 'report-writing'] as const) {
    await give('studies', one);
    expect(await row()).toEqual({ rights: ['studies'] });
    // that version changes another right; the right that it does not know stays
    await write(['studies', 'booking']);
    expect(await rights()).toEqual(['studies', 'booking', one]);
  }
  await give('studies', 'reports', 'report-writing');
  expect(await row()).toEqual({ rights: ['studies', 'reports'] });
  expect(await rights()).toEqual(['studies', 'reports', 'report-writing']);
  await write(['studies']);
  expect(await rights()).toEqual(['studies']);
  await write(['studies', 'reports']);
  expect(await rights()).toEqual(['studies', 'reports', 'report-writing']);
});

test('the migration gives both report rights to accounts with the previous one, and a notice to administrators', async () => {
  const { db, pool } = await emptyDatabase('0123_answered_requests');
  const insert = (email: string, role: string, rights: string) =>
    pool.query(
      `insert into accounts (role, email, name, feature_flags, password_hash, password_is_temporary, rights)
       values ('${role}', '${email}', 'Имя', '{}', '', false, '${rights}')`,
    );
  await insert('admin@centre.test', 'assistant', '{admin,reports}');
  await insert('author@centre.test', 'assistant', '{studies,reports}');
  await insert('doctor@clinic.test', 'doctor', '{admin,reports}');
  await migrate(db, pool);
  const { rows } = await pool.query(
    'select rights, only_report_right, unread_notices from accounts order by id',
  );
  expect(rows).toEqual([
    { rights: ['admin', 'reports'], only_report_right: null, unread_notices: ['report-rights'] },
    { rights: ['studies', 'reports'], only_report_right: null, unread_notices: [] },
    { rights: ['admin', 'reports'], only_report_right: null, unread_notices: [] },
  ]);
});

test('an administrator sees a notice until she has read it, whatever a colleague has read', async () => {
  const { server, admin, asAdmin } = await start();
  const other = await server.make.assistant();
  await server.context.db
    .updateTable('accounts')
    .set({ unreadNotices: ['report-rights', 'of-a-later-version'] })
    .where('id', 'in', [admin.id, other.id])
    .execute();
  const noticesOf = async (client: typeof asAdmin) =>
    responseOf(listStaff, await client.get('/assistant/staff')).notices;
  expect(await noticesOf(asAdmin)).toEqual(['report-rights']);
  expect((await asAdmin.delete('/assistant/staff/notices')).status).toBe(204);
  expect(await noticesOf(asAdmin)).toEqual([]);
  expect(await noticesOf(await server.as(other))).toEqual(['report-rights']);
});
