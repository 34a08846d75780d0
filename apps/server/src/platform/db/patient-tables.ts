import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from './schema.ts';

type Condition = RawBuilder<SqlBool>;

/** A table with rows about single patients. */
interface OfPatients {
  /** The rows of one patient, as a condition on the table's own columns. Rows in the bin are included. */
  rowsOf: (patientID: number) => Condition;
}

/** A table without such rows, and why. */
interface NotOfPatients {
  because: string;
}

const studiesOf = (patientID: number) => sql`(select s.id from studies s where s.patient_id = ${patientID})`;

/** The objects of the patient's studies. An object belongs to studies of several patients if a study was copied. */
const objectsOf = (patientID: number) =>
  sql`(select s.object_id from studies s where s.patient_id = ${patientID} and s.object_id is not null)`;

const uploadsOf = (patientID: number) =>
  sql`(select u.uuid from uploads u where u.study_id in ${studiesOf(patientID)})`;

/** The patient's card and the cards that were merged into it, directly or through other cards. */
const cardsOf = (patientID: number) =>
  sql`(with recursive cards (id) as (select ${patientID}::bigint
    union select m.patient_id from merged_patients m join cards c on m.kept_id = c.id) select id from cards)`;

/**
 * A record names the card that the patient or study had at that time. The condition has arrays, because PostgreSQL then
 * uses the indexes of both columns.
 */
const eventsOf = (patientID: number): Condition =>
  sql`(patient_id = any(array${cardsOf(patientID)}) or study_id = any(array${studiesOf(patientID)}))`;

/** The bookings of the card, and bookings without a card that have the same name and telephone number. */
const bookingsOf = (patientID: number): Condition =>
  sql`(patient_id = ${patientID} or study_id in ${studiesOf(patientID)}
    or (patient_id is null and study_id is null and exists (
      select from patients p where p.id = ${patientID} and p.phone = patient_phone and lower(p.name) = lower(patient_name))))`;

/** The referrals of the card, and referrals without a card that have the same name and telephone number. */
const referralsOf = (patientID: number): Condition =>
  sql`(patient_id = ${patientID} or study_id in ${studiesOf(patientID)}
    or (patient_id is null and exists (
      select from patients p where p.id = ${patientID} and p.phone = patient_phone and lower(p.name) = lower(patient_name))))`;

/** Letters about the patient, her studies, bookings and referrals (by `letters.about`), and those of external shares. */
const lettersOf = (patientID: number): Condition =>
  sql`(about like ${`patient-share:${patientID}:%`} or about like ${`access-request:${patientID}:%`}
    or about in (select kind || s.id from studies s, (values ('study:'), ('segmentation:'), ('report:')) kinds (kind)
      where s.patient_id = ${patientID})
    or about in (select kind || b.id from bookings b, (values ('booking:'), ('visit:')) kinds (kind)
      where ${bookingsOf(patientID)})
    or about in (select 'referral:' || r.uuid from referrals r where ${referralsOf(patientID)})
    or id in (select x.letter_id from external_shares x where x.study_id in ${studiesOf(patientID)}))`;

/** Notices and lines of digests about the patient, her studies, bookings and referrals, and text messages to her. */
const noticesOf = (patientID: number, text: RawBuilder<unknown>): Condition =>
  sql`(about like ${`patient-share:${patientID}:%`} or about like ${`access-request:${patientID}:%`}
    or about in (select kind || s.id from studies s, (values ('study:'), ('segmentation:'), ('report:')) kinds (kind)
      where s.patient_id = ${patientID})
    or about in (select kind || b.id from bookings b, (values ('booking:'), ('visit:')) kinds (kind)
      where ${bookingsOf(patientID)})
    or about in (select 'referral:' || r.uuid from referrals r where ${referralsOf(patientID)})
    or ${text} ~ ${`/patients/${patientID}([^0-9]|$)`})`;

/** Texts that contain the patient's full name or the address of her page. */
const mentions = (text: RawBuilder<unknown>, patientID: number): Condition =>
  sql`(position((select lower(p.name) from patients p where p.id = ${patientID}) in lower(${text})) > 0
    or ${text} ~ ${`/patients/${patientID}([^0-9]|$)`})`;

/** Messages that mention the patient, or refer to her card or one of her studies. `row` is the table's prefix. */
const messagesOf = (row: RawBuilder<unknown>, patientID: number): Condition =>
  sql`(${mentions(sql`${row}text`, patientID)} or ${row}patient_id = any(array${cardsOf(patientID)})
    or ${row}study_id in ${studiesOf(patientID)})`;

/** Studies of old archives on the card, and those without a card that have the same name and birth date. */
const importedOf = (patientID: number): Condition =>
  sql`(patient_id = ${patientID} or study_id in ${studiesOf(patientID)}
    or (study_id is null and exists (select from patients p where p.id = ${patientID}
      and p.name_key = name_key(archive_import_studies.name) and p.birthday is not distinct from archive_import_studies.birthday)))`;

const byStudy: OfPatients = { rowsOf: (patientID) => sql`study_id in ${studiesOf(patientID)}` };
const byObject: OfPatients = { rowsOf: (patientID) => sql`object_id in ${objectsOf(patientID)}` };
const byUpload: OfPatients = { rowsOf: (patientID) => sql`upload_uuid in ${uploadsOf(patientID)}` };
const byPatient: OfPatients = { rowsOf: (patientID) => sql`patient_id = ${patientID}` };

const ofAccounts: NotOfPatients = { because: 'about accounts' };
const ofCentre: NotOfPatients = { because: 'about the centre' };
const ofPortal: NotOfPatients = { because: 'the state of the portal itself, without names' };

/**
 * Every table of the database, and how the rows about one patient are found in it. The export and the erasure of a
 * patient's data walk this list, so that they reach everything that is stored. No table can be forgotten: a new table does
 * not compile until it is listed here, and `patient-tables.test.ts` refuses a reason (`because`) for a table whose columns
 * refer to patients. The files in the object stores are found by the keys in `objects` and in the tables that refer to it.
 */
export const patientTables = {
  accessAlerts: ofAccounts,
  accessRequests: byPatient,
  accounts: ofAccounts,
  answerTemplates: ofCentre,
  answeredRequests: { because: 'ids of what was created in the last day' },
  apiTokens: ofAccounts,
  archiveImportClients: {
    rowsOf: (patientID) =>
      sql`exists (select from patients p where p.id = ${patientID} and p.name_key = name_key(archive_import_clients.name)
        and p.birthday is not distinct from archive_import_clients.birthday)`,
  },
  archiveImportInstances: {
    rowsOf: (patientID) =>
      sql`import_study_id in (select id from archive_import_studies where ${importedOf(patientID)})`,
  },
  // paths of files in old archives
  archiveImportProblems: { rowsOf: (patientID) => mentions(sql`place`, patientID) },
  archiveImportStudies: { rowsOf: importedOf },
  archiveImports: ofCentre,
  arches: byObject,
  // each link contains a hash of its event
  auditChain: {
    rowsOf: (patientID) => sql`event_id in (select e.id from audit_events e where ${eventsOf(patientID)})`,
  },
  auditCursors: ofPortal,
  auditEvents: { rowsOf: eventsOf },
  auditHeads: ofPortal,
  banner: ofCentre,
  bookings: { rowsOf: bookingsOf },
  centreIdentity: ofCentre,
  clientActivity: ofAccounts,
  clientTotals: ofAccounts,
  deliveries: byStudy,
  desktopGrants: ofAccounts,
  distinctPatients: { rowsOf: (patientID) => sql`(patient_id = ${patientID} or other_id = ${patientID})` },
  destinations: ofAccounts,
  digestItems: { rowsOf: (patientID) => noticesOf(patientID, sql`path`) },
  // a dialog repeats the text of its last message
  dialogs: { rowsOf: (patientID) => mentions(sql`last_message_text`, patientID) },
  endedShares: byStudy,
  // the objects that must still be removed from the stores
  erasureObjects: {
    rowsOf: (patientID) =>
      sql`erasure_uuid in (select e.uuid from erasures e where e.patient_id = ${patientID})`,
  },
  // the reason may name the patient
  erasures: byPatient,
  examinations: ofCentre,
  externalShares: byStudy,
  firstStart: ofPortal,
  healthProblems: ofPortal,
  holidays: ofCentre,
  implantChoices: ofAccounts,
  implantLines: ofCentre,
  invitations: ofAccounts,
  keyImages: byStudy,
  letters: { rowsOf: lettersOf },
  listChanges: { because: 'numbers of rows' },
  listColumns: ofAccounts,
  // cursors at one study in thousands of a sorted list; the cursor's word may be the patient's name
  listMarks: byStudy,
  locations: ofCentre,
  maintenanceRuns: ofPortal,
  mergedPatients: { rowsOf: (patientID) => sql`(patient_id = ${patientID} or kept_id = ${patientID})` },
  // attachments of messages about the patient, and attachments whose file names mention her
  messageAttachments: {
    rowsOf: (patientID) =>
      sql`(message_id in (select m.id from messages m where ${messagesOf(sql`m.`, patientID)})
        or ${mentions(sql`filename`, patientID)})`,
  },
  messages: { rowsOf: (patientID) => messagesOf(sql``, patientID) },
  messengerHours: ofCentre,
  notices: { rowsOf: (patientID) => noticesOf(patientID, sql`content`) },
  notificationSettings: ofAccounts,
  objectIndexes: byObject,
  objectInstances: byObject,
  objectMetadata: byObject,
  objectPictures: byObject,
  objectSeries: byObject,
  objectViewSeries: byObject,
  objectViews: byObject,
  objects: { rowsOf: (patientID) => sql`id in ${objectsOf(patientID)}` },
  panoProtests: byStudy,
  panoramas: byObject,
  passkeyChallenges: ofAccounts,
  passkeys: ofAccounts,
  passwordResets: ofAccounts,
  portalSettings: ofPortal,
  portalSettingsState: ofPortal,
  portalUpdate: ofPortal,
  patientShares: byPatient,
  patients: { rowsOf: (patientID) => sql`id in ${cardsOf(patientID)}` },
  performedSteps: {
    rowsOf: (patientID) =>
      sql`(study_id in ${studiesOf(patientID)}
        or booking_id in (select b.id from bookings b where ${bookingsOf(patientID)}))`,
  },
  // recent events with ids and texts of messages
  publications: {
    rowsOf: (patientID) =>
      sql`(event -> 'data' ->> 'patientID' = ${String(patientID)}
        or (event -> 'data' ->> 'studyID')::bigint in ${studiesOf(patientID)}
        or ${mentions(sql`event::text`, patientID)})`,
  },
  pushSubscriptions: ofAccounts,
  realtimeStream: ofPortal,
  // these rows contain the facts and shares that an undo restores
  reassignments: { rowsOf: (patientID) => sql`(source_id = ${patientID} or target_id = ${patientID})` },
  receivedInstances: byUpload,
  recoveryCodes: ofAccounts,
  referrals: { rowsOf: referralsOf },
  reportDrafts: byStudy,
  reportParts: byStudy,
  reportReadings: {
    rowsOf: (patientID) =>
      sql`report_uuid in (select r.report_uuid from study_reports r where r.study_id in ${studiesOf(patientID)})`,
  },
  reportTemplates: ofCentre,
  remoteDesktops: byStudy,
  reportSealKeys: ofPortal,
  savedFilters: ofAccounts,
  // the words of names, without references to the patients who have them
  searchWords: {
    rowsOf: (patientID) =>
      sql`word in (select w from patients p, regexp_split_to_table(trim(words_of(p.name)), ' ') w where p.id = ${patientID})`,
  },
  seatClosures: ofCentre,
  segmentationClicks: byStudy,
  segmentationResults: {
    rowsOf: (patientID) =>
      sql`object_id in (select g.object_id from segmentations g where g.study_id in ${studiesOf(patientID)}
        or (g.study_id is null and g.object_id in ${objectsOf(patientID)}))`,
  },
  // a segmentation has no study any more if the study in which it was requested has been purged
  segmentations: {
    rowsOf: (patientID) =>
      sql`(study_id in ${studiesOf(patientID)} or (study_id is null and object_id in ${objectsOf(patientID)}))`,
  },
  sessions: ofAccounts,
  specialDays: ofCentre,
  ssoIdentities: ofAccounts,
  ssoPermits: ofAccounts,
  studies: byPatient,
  shareEvents: byStudy,
  studyDiscs: byStudy,
  studyMarkVersions: byStudy,
  studyMarks: byStudy,
  studyReports: byStudy,
  sweptChannels: ofPortal,
  tallies: { because: 'numbers of rows' },
  throttles: ofAccounts,
  totpSecrets: ofAccounts,
  uploadBundles: byUpload,
  uploadFiles: byUpload,
  uploadImages: byUpload,
  uploadUsage: ofAccounts,
  uploads: byStudy,
  viewerLayouts: ofAccounts,
  // messages contain ids and links, and the receivers' answers
  webhookMessages: {
    rowsOf: (patientID) =>
      sql`(${mentions(sql`body || coalesce(answer, '')`, patientID)}
        or (body::jsonb -> 'data' ->> 'bookingID')::bigint in (select b.id from bookings b where ${bookingsOf(patientID)}))`,
  },
  webhooks: ofCentre,
} satisfies Record<keyof Database, OfPatients | NotOfPatients>;
