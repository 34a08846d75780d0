import { getPatientHistory } from '@snimok/contract/administration/history';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { linkEvents } from './chain.ts';
import { portalInitiator, record } from './record.ts';
import { verifyChain } from './verify-chain.ts';

const historyOf = async (client: { get(path: string): Promise<{ body: unknown }> }, patientID: number) =>
  getPatientHistory.schema.response[200].parse(
    (await client.get(`/assistant/patients/${patientID}/history`)).body,
  );

test('the history of a patient lists who created, changed, viewed and downloaded what, and from which address', async () => {
  const { as, make } = await startServer();
  const assistant = await make.assistant({ name: 'Дарья' });
  const doctor = await make.doctor({ name: 'Клиника' });
  const centre = await as(assistant);
  const facts = { name: 'Ежов Пётр', sex: 'male', birthday: '1970-05-05', phone: '' };
  const { patientID } = (await centre.post(`/assistant/doctors/${doctor.id}/patients`, facts)).body as {
    patientID: number;
  };
  await centre.put(`/assistant/patients/${patientID}`, { ...facts, name: 'Ежов Павел' });
  const study = await make.study({ patient: { patientID, doctorID: doctor.id }, status: 'done' });
  const clinic = await as(doctor);
  await clinic.get(`/doctor/patients/${patientID}`);
  await clinic.get(`/doctor/patients/${patientID}/studies/${study.studyID}/download`);

  const { events, totalCount } = await historyOf(centre, patientID);
  expect(events.map(({ action, actorName }) => [action, actorName])).toEqual([
    ['study.download', 'Клиника'],
    ['patient.see', 'Клиника'],
    ['patient.change', 'Дарья'],
    ['patient.create', 'Дарья'],
  ]);
  expect(totalCount).toBe(4);
  expect(events[0]).toMatchObject({ studyID: study.studyID, address: '127.0.0.1', actorKind: 'doctor' });
});

test('a change of a patient is recorded only if it succeeds, and without names', async () => {
  const { as, make, context } = await startServer();
  const centre = await as(await make.assistant());
  const { patientID } = await make.patient({ name: 'Неповторимова Аделаида' });
  expect((await centre.put(`/assistant/patients/${patientID}`, { name: '' })).status).toBe(400);
  await centre.put(`/assistant/patients/${patientID}`, {
    name: 'Неповторимова Изольда',
    sex: 'female',
    birthday: '1990-01-01',
  });
  await centre.get(`/assistant/patients/${patientID}`);
  await context.auditBuffer.flush();
  const { rows } = await sql<{
    text: string;
  }>`select e::text as text from audit_events e where patient_id = ${patientID}`.execute(context.db);
  expect(rows).toHaveLength(2);
  expect(rows.map(({ text }) => text).join()).not.toContain('Неповторимова');
});

test('audit records cannot be changed or deleted with the privileges of the application', async () => {
  const { as, make, context } = await startServer();
  await as(await make.assistant());
  for (const statement of [
    sql`update audit_events set action = 'patient.see'`,
    sql`delete from audit_events`,
    sql`truncate audit_events cascade`,
    sql`delete from audit_chain`,
  ]) {
    await linkEvents(context.db);
    await expect(statement.execute(context.db)).rejects.toThrow('append-only');
  }
});

test('verifyChain finds a record that was changed or inserted without the application', async () => {
  const { context } = await startServer();
  const { db } = context;
  const verify = () => verifyChain(db, { keys: [] });
  for (let studyID = 1; studyID <= 30; studyID++)
    await record(db, portalInitiator, { action: 'study.archive', studyID });
  const counts = await Promise.all([linkEvents(db), linkEvents(db), linkEvents(db)]);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(30);
  expect(await verify()).toEqual({ events: 30, linked: 30, heads: 0, problems: [], more: 0 });

  const withoutTriggers = async (change: ReturnType<typeof sql>) => {
    await sql`alter table audit_events disable trigger user`.execute(db);
    await change.execute(db);
    await sql`alter table audit_events enable trigger user`.execute(db);
  };
  await withoutTriggers(sql`update audit_events set study_id = 99 where study_id = 7`);
  expect((await verify()).problems).toEqual(['record 7 (link 7) or its link was altered']);
  await withoutTriggers(sql`update audit_events set study_id = 7 where study_id = 99`);
  expect((await verify()).problems).toEqual([]);
  await withoutTriggers(sql`insert into audit_events (id, at, actor_kind, action) overriding system value
    values (-1, now(), 'portal', 'study.archive')`);
  expect((await verify()).problems).toEqual([
    '1 records are not in the chain: they were inserted later, or their links were removed',
  ]);
  await withoutTriggers(sql`update audit_events set study_id = 0 where id > 0`);
  const { problems, more } = await verify();
  expect([problems.length, more]).toEqual([31, 0]);
});
