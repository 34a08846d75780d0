import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadOwnStudy } from '@snimok/contract/studies';
import { expect } from '@playwright/test';
import { contentsOfZip } from '../portal/files.ts';
import type { Cluster } from './cluster.ts';
import type { SentStudy } from './users/acknowledged.ts';
import type { Crowd } from './users/users.ts';
import { fetchFrom } from './users/store.ts';
import { ask } from './postgres.ts';
import { until } from './until.ts';

/** Whatever was acknowledged is there, once; and nobody has seen what is not hers. */
export const expectAllKept = async (cluster: Cluster, crowd: Crowd): Promise<void> => {
  expect(crowd.diary.leaks).toEqual([]);
  expectMessages(cluster, crowd);
  expectBookings(cluster, crowd);
  await expectHeard(crowd);
  await expectStudies(cluster, crowd);
};

const expectMessages = ({ installation }: Cluster, { ledger }: Crowd): void => {
  const acknowledged = ledger.messages.map(({ dialogID, messageUUID }) => `${dialogID} ${messageUUID}`);
  const rows = ask<{ words: string }>(
    installation,
    `select doctor_id || ' ' || message_uuid as words from messages where message_uuid is not null`,
  );
  const there = rows.map(({ words }) => words);
  expect(new Set(there).size, 'messages that are there twice').toBe(there.length);
  expect(
    acknowledged.filter((words) => !there.includes(words)),
    'lost messages',
  ).toEqual([]);
};

/** An open page has every message of its dialog, without being loaded anew. */
const expectHeard = ({ ledger, listeners }: Crowd): Promise<boolean> => {
  const acknowledged = [...ledger.messages];
  return until('pages to have every message', () =>
    listeners.every(({ dialogID, knows }) =>
      acknowledged.every((message) => message.dialogID !== dialogID || knows(message.messageUUID)),
    ),
  );
};

const expectBookings = ({ installation }: Cluster, { ledger }: Crowd): void => {
  const rows = ask<{ words: string; slot: string }>(
    installation,
    `select id || ' ' || doctor_id || ' ' || slot_uuid as words, slot_uuid as slot from bookings
     where patient_name like 'Торопова%'`,
  );
  const slots = rows.map(({ slot }) => slot);
  expect(new Set(slots).size, 'times that two doctors have won').toBe(slots.length);
  const acknowledged = ledger.bookings.map((one) => `${one.bookingID} ${one.doctorID} ${one.slotUUID}`);
  const there = rows.map(({ words }) => words);
  expect(
    acknowledged.filter((words) => !there.includes(words)),
    'lost bookings',
  ).toEqual([]);
};

const expectStudies = async (cluster: Cluster, crowd: Crowd): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-compared-'));
  for (const study of crowd.ledger.studies.filter(({ compared }) => !compared)) {
    await until(`study ${study.studyID} to be done`, () => isDone(cluster, study));
    const path = join(folder, `${study.studyID}.zip`);
    writeFileSync(path, await download(crowd, study));
    expect(contentsOfZip(path), `study ${study.studyID}`).toEqual(study.contents);
    study.compared = true;
  }
  await rm(folder, { recursive: true });
};

const isDone = ({ installation }: Cluster, { studyID }: SentStudy): boolean => {
  const [row] = ask<{ status: string; error: string | null }>(
    installation,
    `select studies.status, uploads.error from studies left join uploads on uploads.study_id = studies.id
     where studies.id = ${studyID}`,
  );
  if (row?.error) throw new Error(`study ${studyID}: ${row.error}`);
  return row?.status === 'done';
};

const download = async ({ doctors, diary }: Crowd, { doctorID, patientID, studyID }: SentStudy) => {
  const doctor = doctors.find(({ id }) => id === doctorID);
  if (!doctor) throw new Error(`nobody is ${doctorID}`);
  const { presignedURL } = await doctor.call(downloadOwnStudy, { params: { patientID, studyID } });
  return fetchFrom(presignedURL, doctor.name, diary);
};

/** Every letter that was caused has been taken by the mail server, by its Message-ID. */
export const expectLetters = async ({ installation, mailbox }: Cluster): Promise<void> => {
  // people go on and cause more of them
  const [newest] = ask<{ id: number }>(installation, 'select coalesce(max(id), 0)::int as id from letters');
  const waiting = `select 1 from letters where id <= ${newest?.id} and sent_at is null and failed_at is null`;
  await until('every letter to be sent', () => ask(installation, waiting).length === 0, {
    withinMs: 90_000,
  });
  const rows = ask<{ uuid: string }>(
    installation,
    'select message_uuid as uuid from letters where sent_at is not null',
  );
  await until('every letter to be in the inbox', () => {
    const there = mailbox.messageIDs();
    return rows.every(({ uuid }) => there.has(uuid));
  });
};
