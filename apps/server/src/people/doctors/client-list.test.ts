import { listDoctors } from '@snimok/contract/people/doctors';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { startServer } from '../../testing/portal/server.ts';

const MINUTE_MS = 60_000;

const listWith = async (assistant: TestClient, query = 'with=totals') =>
  responseOf(listDoctors, await assistant.get(`/assistant/doctors?${query}`)).doctors;

const countsOf = async (assistant: TestClient) =>
  Object.fromEntries(
    (await listWith(assistant)).map(({ name, patientsCount, studiesCount }) => [
      name,
      [patientsCount, studiesCount],
    ]),
  );

test('the list of clients counts patients and studies outside the bin, through creation, deletion and restoring', async () => {
  const { as, make } = await startServer();
  const anna = await make.doctor({ name: 'Анна' });
  const boris = await make.doctor({ name: 'Борис' });
  const assistant = await as(await make.assistant());
  expect(await countsOf(assistant)).toEqual({ Анна: [0, 0], Борис: [0, 0] });

  const patient = await make.patient({ doctor: anna });
  const { studyID } = await make.study({ patient });
  await make.study({ patient });
  const empty = await make.patient({ doctor: anna });
  expect(await countsOf(assistant)).toEqual({ Анна: [2, 2], Борис: [0, 0] });

  expect((await assistant.delete(`/assistant/patients/${empty.patientID}`)).status).toBe(204);
  expect((await assistant.delete(`/assistant/studies/${studyID}`)).status).toBe(204);
  expect(await countsOf(assistant)).toEqual({ Анна: [1, 1], Борис: [0, 0] });
  expect((await assistant.post(`/assistant/studies/${studyID}/undelete`)).status).toBe(204);
  expect((await assistant.post(`/assistant/patients/${empty.patientID}/undelete`)).status).toBe(204);
  expect(await countsOf(assistant)).toEqual({ Анна: [2, 2], Борис: [0, 0] });

  const copy = { doctorID: boris.id, shouldDuplicatePatient: true };
  const done = await make.study({ patient, status: 'done' });
  expect((await assistant.post(`/assistant/studies/${done.studyID}/copy`, copy)).status).toBe(201);
  expect(await countsOf(assistant)).toEqual({ Анна: [2, 3], Борис: [1, 1] });
});

test('studies that are created for one client at the same time are all counted', async () => {
  const { as, make } = await startServer();
  const doctor = await make.doctor({ name: 'Анна' });
  const patients = await Promise.all(Array.from({ length: 4 }, () => make.patient({ doctor })));
  const assistant = await as(await make.assistant());
  const created = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      assistant.post(`/assistant/patients/${patients[i % 4]?.patientID}/studies`, { studyType: 'rg' }),
    ),
  );
  expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await countsOf(assistant)).toEqual({ Анна: [4, 24] });
});

test('the last activity of a client is its last own action or its last study, whichever is later', async () => {
  const { as, make, context, nobody } = await startServer();
  const anna = await make.doctor({ name: 'Анна' });
  const boris = await make.doctor({ name: 'Борис' });
  const assistant = await as(await make.assistant());
  const activityOf = async (doctorID: number) => {
    await context.auditBuffer.flush();
    const found = (await listWith(assistant)).find((client) => client.doctorID === doctorID);
    return found?.lastActivityAt ? Date.parse(found.lastActivityAt) : null;
  };
  expect(await activityOf(anna.id)).toBeNull();

  // actions of other people on the account are not its activity
  await nobody.signIn(anna.email, 'wrong password');
  await assistant.put(`/assistant/doctors/${anna.id}`, { name: 'Анна', featureFlags: [] });
  expect(await activityOf(anna.id)).toBeNull();

  const before = Date.now();
  expect((await nobody.signIn(anna.email, anna.password)).status).toBe(200);
  expect(await activityOf(anna.id)).toBeGreaterThanOrEqual(before - MINUTE_MS);

  const study = await make.study({ doctor: boris });
  const { createdAt } = await context.db
    .selectFrom('studies')
    .select('createdAt')
    .where('id', '=', study.studyID)
    .executeTakeFirstOrThrow();
  expect(await activityOf(boris.id)).toBe(createdAt.getTime());
});

test('the list of clients is sorted by counts and activity in both directions, each client once', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  for (let i = 0; i < 33; i++) {
    const doctor = await make.doctor({ name: `Клиент ${String(i).padStart(2, '0')}` });
    for (let count = 0; count < (i * 7) % 3; count++) await make.study({ doctor });
  }
  for (const field of ['patientsCount', 'studiesCount', 'lastActivityAt', 'name'] as const) {
    const pages = await Promise.all(
      ['asc&offset=0', 'asc&offset=30', 'desc&offset=0', 'desc&offset=30'].map((order) =>
        listWith(assistant, `with=totals&sortedBy=${field}.${order}`),
      ),
    );
    const up = [...pages[0]!, ...pages[1]!];
    const down = [...pages[2]!, ...pages[3]!];
    const ids = up.map(({ doctorID }) => doctorID);
    expect([field, new Set(ids).size]).toEqual([field, 33]);
    expect(down.map(({ doctorID }) => doctorID)).toEqual(ids.toReversed());
    const values = up.map((client) => client[field] ?? '');
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  }
  expect((await assistant.get('/assistant/doctors?sortedBy=password.asc')).status).toBe(400);
});

test('without with=totals the list has the fields of earlier versions', async () => {
  const { as, make } = await startServer();
  const doctor = await make.doctor();
  const assistant = await as(await make.assistant());
  expect((await assistant.get('/assistant/doctors')).body).toEqual({
    doctors: [
      { doctorID: doctor.id, name: doctor.name, email: doctor.email, featureFlags: [], letter: null },
    ],
    currentOffset: 0,
    totalCount: 1,
  });
});
