import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { everyDay, freeSlots, makeCentre, walkInPatient } from '../../testing/callers/booking.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { completeUploadOf, sendFiles } from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { card, mergeInto, rowsOf, share, undo } from './move-and-merge.fixture.ts';

const ROUNDS = 3;
/** Few, because processing is the slowest step and the test waits for all uploads. */
const UPLOADS = 10;

/** Sends one X-ray and completes the upload. The image names the patient of the cards. */
const upload = async (client: TestClient, studyID: number) => {
  const files = [radiograph('a.dcm', { name: 'Иванов^Иван^Иванович', birthDate: '19800102' })];
  await completeUploadOf(client, await sendFiles(client, studyID, files), files);
  return studyID;
};

/** Repeats the steps of other people concurrently until it is stopped. Each step has to succeed. */
const work = (steps: (() => Promise<void>)[]) => {
  let stopped = false;
  const repeat = async (step: () => Promise<void>) => {
    while (!stopped) await step();
  };
  const all = Promise.allSettled(steps.map(repeat));
  return {
    stop: async () => {
      stopped = true;
      for (const step of await all) if (step.status === 'rejected') throw step.reason;
    },
  };
};

/** Books by phone and records the arrival of this patient; null if the slot is full. */
const comeToCentre = async (
  { assistant, doctor, account, at, day }: Awaited<ReturnType<typeof makeCentre>>,
  count: number,
  patientID: number,
) => {
  const slots = await freeSlots(doctor, at, day);
  const slot = slots[count % slots.length]?.slotUUID ?? '';
  const booked = await assistant.post(`/assistant${at}/${day}/${slot}`, {
    ...walkInPatient,
    doctorID: account.id,
  });
  if (booked.status !== 201 && booked.status !== 200) return null;
  const { bookingID } = booked.body as { bookingID: number };
  const arrival = { patientID, studyType: 'rg' };
  const reply = await assistant.post(`/assistant/schedule/bookings/${bookingID}/come`, arrival);
  expect([reply.status, reply.body]).toEqual([200, expect.anything()]);
  return { bookingID, ...(reply.body as { studyID: number }) };
};

/** Studies, shares and bookings that name another patient, client or name than their patient's card does. */
const contradictions = async ({ context: { db } }: TestServer) =>
  (
    await sql`
      select 'study' as what, s.id from studies s join patients p on p.id = s.patient_id
        join accounts a on a.id = p.doctor_id
      where p.deleted_at is not null or s.doctor_id <> p.doctor_id or s.patient_name <> p.name or s.doctor_name <> a.name
      union all select 'share', s.doctor_id from patient_shares s join patients p on p.id = s.patient_id
      where p.deleted_at is not null
      union all select 'booking', b.id from bookings b join studies s on s.id = b.study_id
      where s.patient_id <> b.patient_id
      union all select 'count', p.id from patients p
      where p.studies_count <> (select count(*) from studies s where s.patient_id = p.id and s.deleted_at is null)`.execute(
      db,
    )
  ).rows;

test('merges and undos lose nothing that others create, upload, share and book meanwhile', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const centre = await makeCentre(server, { capacity: 10, hours: everyDay() });
  const { doctor, account: owner } = centre;
  const cards = [await make.patient({ doctor: owner }), await make.patient({ doctor: owner })];
  const [kept, merged] = cards.map(({ patientID }) => patientID) as [number, number];
  const colleagues: { id: number; email: string }[] = [];
  for (let at = 0; at < 60; at += 1) colleagues.push(await make.doctor());
  const creator = await as(await make.assistant());
  const uploader = await as(await make.assistant());
  const merger = await as(await make.assistant());
  await server.work();
  const created: number[] = [];
  const sent: number[] = [];
  const shared: number[] = [];
  const come: number[] = [];
  let turn = 0;
  const either = () => ((turn += 1) % 2 === 0 ? kept : merged);
  const createStudy = async (client: TestClient) => {
    const reply = await client.post(`/assistant/patients/${either()}/studies`, { studyType: 'rg' });
    expect(reply.status).toBe(201);
    const { studyID } = reply.body as { studyID: number };
    created.push(studyID);
    return studyID;
  };
  const others = work([
    async () => void (await createStudy(creator)),
    async () => {
      const studyID = await createStudy(uploader);
      if (sent.length < UPLOADS) sent.push(await upload(uploader, studyID));
    },
    async () => {
      const colleague = colleagues.pop();
      if (!colleague) return void (await new Promise((resolve) => setTimeout(resolve, 20)));
      const body = { shareDoctorEmail: colleague.email };
      const reply = await doctor.post(`/doctor/patients/${either()}/shares`, body);
      // a limit of letters or attempts is reached
      if (reply.status === 429) return;
      expect([reply.status, reply.body]).toEqual([201, expect.anything()]);
      shared.push(colleague.id);
    },
    async () => {
      const arrived = await comeToCentre(centre, come.length, either());
      if (!arrived) return;
      created.push(arrived.studyID);
      come.push(arrived.bookingID);
    },
  ]);
  for (let round = 0; round < ROUNDS;) {
    const { status, reassignmentID } = await mergeInto(merger, kept, merged);
    // the preview is out of date, because a share was added after it
    if (status === 409) continue;
    expect(status).toBe(200);
    expect(await contradictions(server)).toEqual([]);
    expect((await undo(merger, reassignmentID)).status).toBe(204);
    round += 1;
  }
  await others.stop();
  // nothing is shared any more, so no share is made between the preview and the merge
  expect((await mergeInto(merger, kept, merged)).status).toBe(200);
  const { db } = context;
  const unfinished = () =>
    db.selectFrom('uploads').select('uuid').where('status', '<>', 'processed').execute();
  await expect.poll(unfinished, { timeout: 60_000 }).toEqual([]);
  expect(await contradictions(server)).toEqual([]);
  const studies = await db.selectFrom('studies').select(['id', 'patientID']).execute();
  expect(studies.map(({ id }) => id).toSorted()).toEqual(created.toSorted());
  expect(new Set(studies.map(({ patientID }) => patientID))).toEqual(new Set([kept]));
  const uploads = await db.selectFrom('uploads').select(['studyID', 'error']).execute();
  const done = await db.selectFrom('studies').select('id').where('status', '=', 'done').execute();
  expect(uploads.every(({ error }) => error === null)).toBe(true);
  expect(done.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
  const shares = await db.selectFrom('patientShares').select(['patientID', 'doctorID']).execute();
  expect(shares.map(({ doctorID }) => doctorID).toSorted()).toEqual(shared.toSorted());
  expect([created.length, shared.length, come.length, uploads.length].every((count) => count > 0)).toBe(true);
}, 120_000);

test('a connection that ends at any statement of a merge or an undo leaves everything as it was', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const owner = await make.doctor();
  const colleague = await make.doctor();
  const kept = await make.patient({ doctor: owner, name: 'Иванова Анна' });
  const merged = await make.patient({ doctor: owner, name: 'Ivanova Anna' });
  await make.study({ patient: merged, status: 'done' });
  await share(server, merged.patientID, colleague.id);
  const client = await as(await make.assistant());
  const keptID = kept.patientID;
  const mergedID = merged.patientID;
  /** Makes the database end the connection that writes to this table; with null, it ends no connection. */
  const endAt = async (table: string | null) => {
    await sql`drop trigger if exists ends_connection on ${sql.table(ended)}`.execute(context.db);
    if (table === null) return;
    ended = table;
    await sql`create trigger ends_connection before insert or update or delete on ${sql.table(table)}
      for each row execute function end_connection()`.execute(context.db);
  };
  let ended = 'patients';
  await sql`create function end_connection() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$`.execute(
    context.db,
  );
  const tables = [
    'patients',
    'studies',
    'patient_shares',
    'merged_patients',
    'reassignments',
    'audit_events',
    'letters',
    'publications',
  ];
  const before = await rowsOf(server);
  for (const table of tables) {
    await endAt(table);
    expect([table, (await mergeInto(client, keptID, mergedID)).status]).toEqual([
      table,
      expect.toBeOneOf([500, 503]),
    ]);
    await endAt(null);
    expect([table, await rowsOf(server)]).toEqual([table, before]);
  }
  const { reassignmentID } = await mergeInto(client, keptID, mergedID, { facts: card });
  const after = await rowsOf(server);
  for (const table of tables) {
    await endAt(table);
    expect([table, (await undo(client, reassignmentID)).status]).toEqual([
      table,
      expect.toBeOneOf([500, 503]),
    ]);
    await endAt(null);
    expect([table, await rowsOf(server)]).toEqual([table, after]);
  }
  expect((await undo(client, reassignmentID)).status).toBe(204);
  expect(await rowsOf(server)).toEqual(before);
}, 60_000);
