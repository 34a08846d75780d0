import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadOwnStudy } from '@snimok/contract/studies/studies';
import { expect } from '@playwright/test';
import { contentsOfZip } from '../portal/files.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { SentStudy } from './users/acknowledged.ts';
import type { Users } from './users/users.ts';
import { fetchFrom } from './users/store.ts';
import { queryDatabase } from '../cluster/postgres.ts';
import { until } from '../cluster/until.ts';

/**
 * Expects that everything acknowledged is stored exactly once, and that no doctor has received another
 * doctor's data.
 */
export const expectNothingLost = async (cluster: Cluster, users: Users): Promise<void> => {
  expect(users.log.leaks).toEqual([]);
  expectMessages(cluster, users);
  expectBookings(cluster, users);
  await expectMessagesOnPages(users);
  await expectStudies(cluster, users);
};

const expectMessages = ({ installation }: Cluster, { acknowledged }: Users): void => {
  const rows = queryDatabase<{ key: string }>(
    installation,
    `select doctor_id || ' ' || message_uuid as key from messages where message_uuid is not null`,
  );
  const stored = rows.map(({ key }) => key);
  expect(new Set(stored).size, 'number of distinct messages').toBe(stored.length);
  const expected = acknowledged.messages.map(({ dialogID, messageUUID }) => `${dialogID} ${messageUUID}`);
  expect(
    expected.filter((key) => !stored.includes(key)),
    'lost messages',
  ).toEqual([]);
};

/** An open page receives every message of its dialog without a reload. */
const expectMessagesOnPages = ({ acknowledged, listeners }: Users): Promise<boolean> => {
  const expected = [...acknowledged.messages];
  return until('pages to have every message', () =>
    listeners.every(({ dialogID, hasMessage }) =>
      expected.every((message) => message.dialogID !== dialogID || hasMessage(message.messageUUID)),
    ),
  );
};

const expectBookings = ({ installation }: Cluster, { acknowledged }: Users): void => {
  const rows = queryDatabase<{ key: string; slot: string }>(
    installation,
    `select id || ' ' || doctor_id || ' ' || slot_uuid as key, slot_uuid as slot from bookings
     where patient_name like 'Торопова%'`,
  );
  const slots = rows.map(({ slot }) => slot);
  expect(new Set(slots).size, 'number of distinct booked slots').toBe(slots.length);
  const stored = rows.map(({ key }) => key);
  const expected = acknowledged.bookings.map(
    ({ bookingID, doctorID, slotUUID }) => `${bookingID} ${doctorID} ${slotUUID}`,
  );
  expect(
    expected.filter((key) => !stored.includes(key)),
    'lost bookings',
  ).toEqual([]);
};

const expectStudies = async (cluster: Cluster, users: Users): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-compared-'));
  for (const study of users.acknowledged.studies.filter(({ compared }) => !compared)) {
    await until(`study ${study.studyID} to be done`, () => isDone(cluster, study));
    const path = join(folder, `${study.studyID}.zip`);
    writeFileSync(path, await download(users, study));
    expect(contentsOfZip(path), `study ${study.studyID}`).toEqual(study.contents);
    study.compared = true;
  }
  await rm(folder, { recursive: true });
};

const isDone = ({ installation }: Cluster, { studyID }: SentStudy): boolean => {
  const [row] = queryDatabase<{ status: string; error: string | null }>(
    installation,
    `select studies.status, uploads.error from studies left join uploads on uploads.study_id = studies.id
     where studies.id = ${studyID}`,
  );
  if (row?.error) throw new Error(`study ${studyID}: ${row.error}`);
  return row?.status === 'done';
};

const download = async ({ doctors, log }: Users, { doctorID, patientID, studyID }: SentStudy) => {
  const doctor = doctors.find(({ id }) => id === doctorID);
  if (!doctor) throw new Error(`no simulated doctor has the ID ${doctorID}`);
  const { presignedURL } = await doctor.call(downloadOwnStudy, { params: { patientID, studyID } });
  return fetchFrom(presignedURL, doctor.name, log);
};

/**
 * Expects that the mail server has accepted every letter in the outbox; letters are compared by Message-ID.
 */
export const expectLetters = async ({ installation, mailbox }: Cluster): Promise<void> => {
  // the users go on working, so only letters that exist at this moment are expected
  const [newest] = queryDatabase<{ id: number }>(
    installation,
    'select coalesce(max(id), 0)::int as id from letters',
  );
  const waiting = `select 1 from letters where id <= ${newest?.id} and sent_at is null and failed_at is null`;
  await until('every letter to be sent', () => queryDatabase(installation, waiting).length === 0, {
    withinMs: 90_000,
  });
  const rows = queryDatabase<{ uuid: string }>(
    installation,
    'select message_uuid as uuid from letters where sent_at is not null',
  );
  await until('every letter to be in the inbox', () => {
    const delivered = mailbox.messageIDs();
    return rows.every(({ uuid }) => delivered.has(uuid));
  });
};
