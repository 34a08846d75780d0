import { previewMerge } from '@snimok/contract/reception/move-and-merge';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestClient, TestReply } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { card, mergeInto, rowsOf, undo } from './move-and-merge.fixture.ts';

const ROUNDS = 8;

const setUp = async () => {
  const server = await startServer();
  const { make, as } = server;
  const doctor = await make.doctor();
  const cards = [];
  for (const name of ['Иванова Анна', 'Ivanova Anna', 'Иванова А.']) {
    const patient = await make.patient({ doctor, name });
    await make.study({ patient, status: 'done' });
    cards.push(patient.patientID);
  }
  const [a = 0, b = 0, c = 0] = cards;
  const one = await as(await make.assistant());
  const two = await as(await make.assistant());
  /** Every study is at a card that exists, and nothing was lost. */
  const expectWhole = async () => {
    const { rows } = await sql<{ studies: string; lost: string; wrong: string }>`
      select (select count(*) from studies) as studies,
        (select count(*) from studies s join patients p on p.id = s.patient_id where p.deleted_at is not null) as lost,
        (select count(*) from patients p
          where p.studies_count <> (select count(*) from studies s where s.patient_id = p.id)) as wrong`.execute(
      server.context.db,
    );
    expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[3, 0, 0]]);
  };
  return { server, a, b, c, one, two, expectWhole };
};

/** Requests the preview at once, and returns the function that merges. */
const prepareMerge = async (client: TestClient, keptID: number, mergedID: number) => {
  const path = `/assistant/patients/${keptID}/merge`;
  const { revision } = responseOf(previewMerge, await client.post(`${path}/preview`, { mergedID }));
  return () => client.post(path, { mergedID, facts: card, revision });
};

const idOf = ({ body }: TestReply) => (body as { reassignmentID: number }).reassignmentID;

const outcome = (replies: TestReply[]) => {
  const done = replies.filter(({ status }) => status < 300);
  const refused = replies.filter(({ status }) => [403, 404, 409].includes(status));
  expect([done.length + refused.length, replies.map(({ status }) => status)]).toEqual([
    replies.length,
    expect.anything(),
  ]);
  return done;
};

test('exactly one of two conflicting merges at the same time is done', async () => {
  const { server, a, b, one, two, expectWhole } = await setUp();
  const before = await rowsOf(server);
  for (let round = 0; round < ROUNDS; round += 1) {
    // alternately the same merge twice, and each card into the other
    const merges = [
      await prepareMerge(one, a, b),
      await (round % 2 ? prepareMerge(two, a, b) : prepareMerge(two, b, a)),
    ];
    const [merge, ...others] = outcome(await Promise.all(merges.map((run) => run())));
    expect([merge?.status, others]).toEqual([200, []]);
    await expectWhole();
    if (merge) expect((await undo(one, idOf(merge))).status).toBe(204);
    expect(await rowsOf(server)).toEqual(before);
  }
});

test('several undos of one merge at the same time take effect once, and everything is as before the merge', async () => {
  const { server, a, b, one, two, expectWhole } = await setUp();
  const before = await rowsOf(server);
  const recorded = async () =>
    (
      await server.context.db
        .selectFrom('auditEvents')
        .select('id')
        .where('action', '=', 'reassignment.undo')
        .execute()
    ).length;
  expect((await undo(one, (await mergeInto(one, a, b)).reassignmentID)).status).toBe(204);
  const recordsOfOne = await recorded();
  for (let round = 2; round < ROUNDS; round += 1) {
    const { reassignmentID } = await mergeInto(one, a, b);
    const undos = await Promise.all([one, two, one, two].map((client) => undo(client, reassignmentID)));
    // repeated undos succeed and change nothing
    expect(undos.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await recorded()).toBe(round * recordsOfOne);
    expect(await rowsOf(server)).toEqual(before);
    await expectWhole();
  }
});

test('after an undo and a merge of the same cards at the same time, everything can still be undone', async () => {
  const { server, a, b, c, one, two, expectWhole } = await setUp();
  const before = await rowsOf(server);
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await mergeInto(one, a, b);
    // alternately the kept card into a third one, and a third one into the kept card
    const next = await (round % 2 ? prepareMerge(two, c, a) : prepareMerge(two, a, c));
    const [undone, merged] = await Promise.all([undo(one, first.reassignmentID), next()]);
    outcome([undone, merged]);
    await expectWhole();
    // the later change is undone first
    if (merged.status === 200) expect((await undo(two, idOf(merged))).status).toBe(204);
    if (undone.status !== 204) expect((await undo(one, first.reassignmentID)).status).toBe(204);
    expect(await rowsOf(server)).toEqual(before);
  }
});
