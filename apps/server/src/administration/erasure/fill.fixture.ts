import { Readable } from 'node:stream';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Account, Made } from '../../testing/portal/make.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { storeStudyFiles } from '../../testing/scans/dicom-object.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import type { TestServer } from '../../testing/portal/server.ts';
import { NAME } from './erasure.fixture.ts';

const PHONE = '+7 (999) 777-66-55';
const UPLOAD = '11111111-1111-4111-8111-111111111111';
const RUN = '22222222-2222-4222-8222-222222222222';
const put = ({ context }: TestServer, key: string) => context.storage.put(key, Readable.from([NAME]));

const insertDerived = async (server: TestServer, objectID: string, studyID: number, accountID: number) => {
  const { db } = server.context;
  await sql`insert into object_series values (${objectID}, 0, '1.2', 'CT', ${NAME}, 1, '{}')`.execute(db);
  await sql`insert into object_views (object_id, format, key, run_id) values
    (${objectID}, 1, ${`views/${objectID}.${RUN}`}, ${RUN})`.execute(db);
  await sql`insert into object_view_series values (${objectID}, 0, '{}', '{}')`.execute(db);
  await put(server, `views/${objectID}.${RUN}`);
  const { rows } = await sql<{ id: number }>`insert into arches (object_id, points, plane, created_at)
    values (${objectID}, '[]', '{}', now()) returning id`.execute(db);
  await sql`insert into panoramas (object_id, status, arch_id) values (${objectID}, 'none', ${rows[0]?.id})`.execute(
    db,
  );
  await sql`insert into pano_protests (study_id, object_id, account_id, reason, created_at)
    values (${studyID}, ${objectID}, ${accountID}, ${`У ${NAME} не видно корней`}, now())`.execute(db);
  await sql`insert into segmentations (object_id, run_id, study_id, account_id, status, key, requested_at)
    values (${objectID}, ${RUN}, ${studyID}, ${accountID}, 'ready', ${`segmentations/${objectID}.${RUN}`}, now())`.execute(
    db,
  );
  await put(server, `segmentations/${objectID}.${RUN}`);
  await sql`insert into segmentation_results (object_id, run_id, number, label, finding)
    values (${objectID}, ${RUN}, 0, 36, 'caries')`.execute(db);
  await sql`insert into study_discs (study_id, object_id, run_id, subject, status, key, requested_at)
    values (${studyID}, ${objectID}, ${RUN}, '', 'ready', ${`discs/${objectID}.${RUN}.zip`}, now())`.execute(
    db,
  );
  await put(server, `discs/${objectID}.${RUN}.zip`);
  const marks = JSON.stringify([{ text: NAME }]);
  await sql`insert into study_marks values (${studyID}, ${objectID}, ${accountID}, 1, ${marks}, now())`.execute(
    db,
  );
  await sql`insert into study_mark_versions values (${studyID}, ${objectID}, ${accountID}, 1, ${marks}, now())`.execute(
    db,
  );
  await sql`insert into key_images values
    (${UPLOAD}, ${studyID}, ${objectID}, ${accountID}, ${NAME}, '{}', 'data:', now())`.execute(db);
};

/** Signed reports and a draft of the next one. */
const insertReports = async ({ context: { db } }: TestServer, studyID: number, accountID: number) => {
  const text = JSON.stringify(NAME);
  await sql`insert into report_drafts
      (study_id, template_name, fields, with_findings, version, started_by, changed_by, changed_at)
    values (${studyID}, 'КЛКТ', '[]', true, 1, ${accountID}, ${accountID}, now())`.execute(db);
  await sql`insert into report_parts (study_id, part, value, version, changed_by, changed_at)
    values (${studyID}, 'conclusion', ${text}, 1, ${accountID}, now())`.execute(db);
  await sql`insert into study_reports
      (report_uuid, study_id, number, author_id, author_name, signed_at, reason, content, document)
    values (${RUN}, ${studyID}, 1, ${accountID}, '', now(), '', ${text}, '')`.execute(db);
  await sql`insert into report_readings values (${RUN}, ${accountID}, now())`.execute(db);
};

const insertUpload = async (server: TestServer, studyID: number, accountID: number) => {
  const { db } = server.context;
  const found = JSON.stringify({ patientInFiles: NAME });
  await sql`insert into uploads (uuid, study_id, status, creator_id, created_at, run_id, preview, confirmed_patient, held)
    values (${UPLOAD}, ${studyID}, 'uploading', ${accountID}, now(), ${RUN}, ${found}, ${found}, ${found})`.execute(
    db,
  );
  await sql`insert into upload_bundles (uuid, upload_uuid, key, size_bytes, digest)
    values (${RUN}, ${UPLOAD}, ${`uploads/${UPLOAD}/${RUN}`}, 1, '')`.execute(db);
  await sql`insert into upload_files (upload_uuid, filename, size_bytes, key)
    values (${UPLOAD}, ${`${NAME}.dcm`}, 1, ${`uploads/${UPLOAD}/0`})`.execute(db);
  await sql`insert into upload_images values (${UPLOAD}, '{1}')`.execute(db);
  await sql`insert into received_instances values (${UPLOAD}, '1.2.3', '1.2', '', now())`.execute(db);
  await put(server, `uploads/${UPLOAD}/0`);
  await put(server, `uploads/${UPLOAD}/preview.jpg`);
  await put(server, `studies/${UPLOAD}.${RUN}.zip`);
  await put(server, `pictures/${UPLOAD}/card.jpg`);
};

const insertShares = async (server: TestServer, patient: Made, studyID: number, accountID: number) => {
  const { db } = server.context;
  const colleague = await server.make.doctor();
  const { patientID } = patient;
  await sql`insert into patient_shares values (${patientID}, ${colleague.id}, now())`.execute(db);
  await sql`insert into access_requests values (${patientID}, ${colleague.id}, now(), now())`.execute(db);
  await sql`insert into letters (template, recipient, facts) values ('external-share', 'zyuzyukina@mail.test', '{}')`.execute(
    db,
  );
  await sql`insert into external_shares
      (uuid, study_id, creator_id, email, flags, token_hash, sealed_token, letter_id, created_at, expires_at)
    select ${RUN}, ${studyID}, ${accountID}, 'zyuzyukina@mail.test', '{}', '', '', id, now(), now() + interval '1 day'
    from letters where recipient = 'zyuzyukina@mail.test'`.execute(db);
  await sql`insert into ended_shares values (${UPLOAD}, ${studyID}, 'zyuzyukina@mail.test')`.execute(db);
  await sql`insert into share_events (study_id, share_uuid, at, action, device)
    values (${studyID}, ${RUN}, now(), 'opened', 'Safari, iOS')`.execute(db);
  await sql`insert into remote_desktops (uuid, study_id, person, share_uuid, created_at, attended_at, active_at)
    values (${RUN}, ${studyID}, 'share', ${RUN}, now(), now(), now())`.execute(db);
  await sql`insert into destinations
      (doctor_id, name, called_aet, calling_aet, host, port, tls, automatic, created_at)
    values (${colleague.id}, 'PACS', 'A', 'B', 'pacs.test', 104, false, '{}', now())`.execute(db);
  await sql`insert into deliveries (study_id, destination_id, status, requested_at)
    select ${studyID}, id, 'queued', now() from destinations`.execute(db);
  await sql`insert into segmentation_clicks (study_id, doctor_id, clicked_at)
    values (${studyID}, ${colleague.id}, now())`.execute(db);
};

/** A referral of the card, and one that was written for a new patient of the same name. */
const insertReferrals = async ({ context: { db } }: TestServer, { patientID }: Made, owner: Account) => {
  for (const cardID of [patientID, null])
    await sql`insert into referrals
        (uuid, doctor_id, creator_id, created_at, patient_id, patient_name, patient_sex, patient_phone, examination_id,
         examination, study_type, question)
      select gen_random_uuid(), ${owner.id}, ${owner.id}, now(), ${cardID}, ${NAME}, 'female', '89997776655', id, name,
        study_type, ${`Боль у ${NAME}`} from examinations limit 1`.execute(db);
};

/** A message that refers to the card, with a file that is named after the patient. */
const insertAttachment = async (
  server: TestServer,
  asOwner: TestClient,
  patientID: number,
  owner: Account,
): Promise<void> => {
  const key = `chat/${UPLOAD}/document.pdf`;
  await put(server, key);
  await sql`insert into message_attachments (uuid, doctor_id, author_id, kind, filename, size_bytes, sha256, key, created_at)
    values (${UPLOAD}, ${owner.id}, ${owner.id}, 'pdf', 'Зюзюкина Аглая.pdf', 4, '', ${key}, now())`.execute(
    server.context.db,
  );
  const message = { text: 'Карточка', withoutText: true, card: { patientID }, attachments: [UPLOAD] };
  await asOwner.post('/doctor/messenger/messages/send', message);
};

/** Rows outside the card that mention the patient: bookings, letters, messages, saved filters, list cursors. */
const insertMentions = async (server: TestServer, patient: Made, studyID: number, owner: Account) => {
  const { db, config } = server.context;
  const link = `/doctor-area/patients/${patient.patientID}/studies`;
  await sql`insert into bookings
      (location_id, slot_uuid, day, begins_at, ends_at, place, doctor_id, patient_name, patient_phone, comment, creator_id,
       created_at)
    select id, ${UPLOAD}, '2030-01-01', '2030-01-01 09:00Z', '2030-01-01 09:30Z', 1, ${owner.id}, ${NAME}, '89997776655',
      ${`Для ${NAME}`}, ${owner.id}, now() from locations limit 1`.execute(db);
  await sql`insert into performed_steps (uid, accession_number, status, station, booking_id, started_at, reported_at)
    select '1.2', '1', 'completed', 'CT', id, now(), now() from bookings where slot_uuid = ${UPLOAD}`.execute(
    db,
  );
  await insertReferrals(server, patient, owner);
  const facts = JSON.stringify({
    patient: 'Зюзюкина А. М.',
    studyURL: `${config.publicURL}${link}#study-${studyID}`,
  });
  await sql`insert into letters (template, recipient, facts, about) values
    ('study-ready', 'owner@clinic.test', ${facts}, ${`study:${studyID}`}),
    ('study-ready', 'second@clinic.test', ${facts}, null)`.execute(db);
  await insertNotices(server, { owner, studyID, link });
  await mkdir(join(config.dataDir, 'mail'), { recursive: true });
  const body = Buffer.from(`Снимок готов: ${link}`).toString('base64');
  await writeFile(join(config.dataDir, 'mail/earlier.eml'), `Content-Transfer-Encoding: base64\n\n${body}\n`);
  const asOwner = await server.as(owner);
  await insertAttachment(server, asOwner, patient.patientID, owner);
  for (const text of [
    'Снимок Зюзюкиной Аглаи готов?',
    `Посмотрите ${link}`,
    'Пациентке перезвоните: 8 999 777 66 55',
    'Что с Зюзюкиной?',
  ])
    await asOwner.post('/doctor/messenger/messages/send', { text });
  await sql`insert into webhooks (name, url, events, sealed_secret, created_at) values ('', '', '{}', '', now())`.execute(
    db,
  );
  await sql`insert into webhook_messages (webhook_id, event, body, created_at, answer)
    select id, 'study.ready', ${JSON.stringify({ data: { link } })}, now(), ${NAME} from webhooks`.execute(
    db,
  );
  await sql`insert into saved_filters (account_id, name, query)
    values (${owner.id}, 'Зюзюкина', ${`query=${encodeURIComponent('зюзюкина аглая')}`})`.execute(db);
  await sql`insert into list_marks (list, word, study_id, studies) values ('patientName', ${NAME}, ${studyID}, 0)`.execute(
    db,
  );
};

/** Text messages and lines of digests: about the study, with the link of the card, and to the patient herself. */
const insertNotices = async (
  { context: { db } }: TestServer,
  { owner, studyID, link }: { owner: Account; studyID: number; link: string },
) => {
  await sql`insert into notices
      (channel, recipient, account_id, content, reason, about, created_at, expires_at, sent_at) values
    ('sms', '+79990000000', ${owner.id}, ${`Исследование готово ${link}`}, 'studies', null, now(), now(), null),
    ('sms', '+79990000000', ${owner.id}, '', 'studies', ${`study:${studyID}`}, now(), now(), null),
    ('sms', '+79997776655', null, ${NAME}, 'booking-reminder', null, now(), now(), now())`.execute(db);
  await sql`insert into digest_items (account_id, kind, about, title, path, created_at)
    values (${owner.id}, 'studies', 'moved:1', 'Зюзюкина А. М.', ${link}, now())`.execute(db);
};

/**
 * Two studies of an old archive, one on the card and one with the same name without a card, and the import's data about the
 * patient.
 */
const insertImports = async (server: TestServer, { patientID }: Made, studyID: number, accountID: number) => {
  const { db } = server.context;
  const { rows } = await sql<{
    id: number;
  }>`insert into archive_imports (source, state, creator_id, created_at)
    values ('{}', 'finished', ${accountID}, now()) returning id`.execute(db);
  const importID = rows[0]?.id;
  await sql`insert into archive_import_studies (import_id, source_key, source_name, name, birthday, outcome, patient_id, study_id)
    values (${importID}, '1', ${NAME}, ${NAME}, '1980-01-02', 'existing', ${patientID}, ${studyID}),
      (${importID}, '2', ${NAME}, ${NAME}, '1980-01-02', 'unsure', null, null)`.execute(db);
  await sql`insert into archive_import_instances (import_study_id, source_key, filename, size_bytes, source_sha256)
    select id, '1', ${`${NAME}.dcm`}, 1, '' from archive_import_studies`.execute(db);
  await sql`insert into archive_import_clients (import_id, number, client_id, name, birthday)
    values (${importID}, 2, ${accountID}, ${NAME}, '1980-01-02')`.execute(db);
  await sql`insert into archive_import_problems values (${importID}, ${`CD/${NAME}/1.dcm`}, 'unreadable')`.execute(
    db,
  );
};

/** A card with the maiden name that was merged into this one, and a message that uses it. */
const insertMerged = async (server: TestServer, { patientID }: Made, owner: Account) => {
  const { db } = server.context;
  const merged = await server.make.patient({ doctor: owner, name: 'Зюзюкина-Пяткина Аглая' });
  const now = new Date();
  await db.updateTable('patients').set({ deletedAt: now }).where('id', '=', merged.patientID).execute();
  await sql`insert into merged_patients values (${merged.patientID}, ${patientID})`.execute(db);
  await sql`insert into reassignments
      (kind, source_id, target_id, source_doctor_id, target_doctor_id, creator_id, created_at, undo)
    values ('merge', ${merged.patientID}, ${patientID}, ${owner.id}, ${owner.id}, ${owner.id}, now(), ${NAME})`.execute(
    db,
  );
  await sql`insert into distinct_patients
    values (${patientID}, ${merged.patientID}, ${owner.id}, now())`.execute(db);
  return merged.patientID;
};

/** A patient who has at least one row in every table that can have the data of one. */
export const makeFilledPatient = async (server: TestServer, owner: Account) => {
  const { db } = server.context;
  const patient = await server.make.patient({ doctor: owner, name: NAME });
  await db.updateTable('patients').set({ phone: PHONE }).where('id', '=', patient.patientID).execute();
  const { studyID } = await server.make.study({ patient, status: 'done', picture: true });
  const named = JSON.stringify({ name: NAME, birthDate: null, sex: null });
  const objectID = await storeStudyFiles(server.context, studyID, '2.25.7', [radiograph()]);
  await db.updateTable('objects').set({ patientInFiles: named }).where('id', '=', objectID).execute();
  const change = { comment: `Срочно, ${NAME}`, patientConfirmation: named };
  await db.updateTable('studies').set(change).where('id', '=', studyID).execute();
  await insertDerived(server, objectID, studyID, owner.id);
  await insertReports(server, studyID, owner.id);
  await insertUpload(server, studyID, owner.id);
  await insertShares(server, patient, studyID, owner.id);
  await insertMentions(server, patient, studyID, owner);
  await insertImports(server, patient, studyID, owner.id);
  const mergedID = await insertMerged(server, patient, owner);
  return { ...patient, studyID, objectID, mergedID };
};
