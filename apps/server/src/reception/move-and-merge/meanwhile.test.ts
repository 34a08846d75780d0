import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findPatientOrKept } from '../../people/patients/merged-patients.ts';
import type { Tx } from '../../platform/db/client.ts';
import { lockPatientOfStudy } from '../../studies/studies/study-rows/state-queries.ts';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { during, lockPatientRow } from '../../testing/portal/locks.ts';
import { startServer } from '../../testing/portal/server.ts';
import { mergeInto, moveStudyTo, undo } from './move-and-merge.fixture.ts';

const insertMerge = async (tx: Tx, merged: number, kept: number) => {
  await tx.insertInto('mergedPatients').values({ patientID: merged, keptID: kept }).execute();
  await tx.updateTable('patients').set({ deletedAt: new Date() }).where('id', '=', merged).execute();
};

test('an undo waits for a concurrent merge of the same patient, and is then refused because of it', async () => {
  const server = await startServer();
  const { as, make } = server;
  const owner = await make.doctor();
  const wrong = await make.patient({ doctor: owner });
  const right = await make.patient({ doctor: owner });
  const other = await make.patient({ doctor: owner });
  const study = await make.study({ patient: wrong, status: 'done' });
  const assistant = await make.assistant();
  const client = await as(assistant);
  const { reassignmentID } = await moveStudyTo(client, study.studyID, right.patientID);
  const reply = await during(server.context, {
    hold: (tx) => sql`select pg_advisory_xact_lock(hashtextextended('reassignments', 0))`.execute(tx),
    request: () => undo(client, reassignmentID),
    change: (tx) =>
      tx
        .insertInto('reassignments')
        .values({
          kind: 'merge',
          sourceID: other.patientID,
          targetID: right.patientID,
          undo: null,
          sourceDoctorID: owner.id,
          targetDoctorID: owner.id,
          studyID: null,
          creatorID: assistant.id,
          createdAt: server.clock.now(),
        })
        .execute(),
  });
  expect(refusal(reply)).toEqual([
    409,
    expect.stringMatching(/^Сначала отмените более позднее изменение: объединение карточек/),
  ]);
});

test('a card or a study of it that is undeleted during a merge does not bring the merged card back', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const owner = await make.doctor();
  const kept = await make.patient({ doctor: owner });
  const merged = await make.patient({ doctor: owner });
  const study = await make.study({ patient: merged });
  const client = await as(await make.assistant());
  await client.delete(`/assistant/studies/${study.studyID}`);
  await client.delete(`/assistant/patients/${merged.patientID}`);
  const keptID = kept.patientID;
  const mergedID = merged.patientID;
  for (const [path, change] of [
    [`/assistant/patients/${mergedID}/undelete`, async () => undefined],
    [
      `/assistant/studies/${study.studyID}/undelete`,
      (tx: Tx) =>
        tx.updateTable('studies').set({ patientID: keptID }).where('id', '=', study.studyID).execute(),
    ],
  ] as const) {
    const reply = await during(server.context, {
      hold: (tx) => lockPatientRow(tx, mergedID),
      request: () => client.post(path),
      change: async (tx) => {
        await change(tx);
        await insertMerge(tx, mergedID, keptID);
      },
    });
    expect([path, reply.status]).toEqual([path, 404]);
    const { deletedAt } = await context.db
      .selectFrom('patients')
      .select('deletedAt')
      .where('id', '=', mergedID)
      .executeTakeFirstOrThrow();
    expect(deletedAt).not.toBeNull();
    await context.db.deleteFrom('mergedPatients').execute();
  }
});

test('a transaction that waits to lock the patient of a moved study keeps the lock of the new patient only', async () => {
  const server = await startServer();
  const { make, context } = server;
  const owner = await make.doctor();
  const before = await make.patient({ doctor: owner });
  const now = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient: before });
  const free = await during(server.context, {
    hold: (tx) => lockPatientRow(tx, before.patientID),
    request: () =>
      context.db.transaction().execute(async (tx) => {
        await lockPatientOfStudy(tx, studyID);
        const { rows } = await sql<{ id: number }>`select id from patients for update skip locked`.execute(
          context.db,
        );
        return rows.map(({ id }) => id);
      }),
    change: (tx) =>
      tx.updateTable('studies').set({ patientID: now.patientID }).where('id', '=', studyID).execute(),
  });
  expect(free).toEqual([before.patientID]);
});

test('the deletion of a study that is moved while the deletion waits is recorded at the new patient', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const owner = await make.doctor();
  const before = await make.patient({ doctor: owner });
  const now = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient: before });
  const client = await as(await make.assistant());
  const reply = await during(server.context, {
    hold: (tx) => lockPatientRow(tx, before.patientID),
    request: () => client.delete(`/assistant/studies/${studyID}`),
    change: (tx) =>
      tx.updateTable('studies').set({ patientID: now.patientID }).where('id', '=', studyID).execute(),
  });
  expect(reply.status).toBe(204);
  const recorded = await context.db
    .selectFrom('auditEvents')
    .select('patientID')
    .where('action', '=', 'study.delete')
    .where('studyID', '=', studyID)
    .execute();
  expect(recorded).toEqual([{ patientID: now.patientID }]);
});

test('a merged patient is found even if the merge is undone between the two queries', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const owner = await make.doctor();
  const kept = await make.patient({ doctor: owner });
  const merged = await make.patient({ doctor: owner });
  const assistant = await make.assistant();
  const client = await as(assistant);
  const { reassignmentID } = await mergeInto(client, kept.patientID, merged.patientID);
  let undone: Promise<unknown> | undefined;
  const slow = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await (undone ??= undo(client, reassignmentID));
      return result;
    },
  });
  const who = { kind: 'assistant' as const, accountID: assistant.id, rights: new Set(['studies'] as const) };
  expect(await findPatientOrKept(slow, who, merged.patientID)).toMatchObject({ id: merged.patientID });
});
