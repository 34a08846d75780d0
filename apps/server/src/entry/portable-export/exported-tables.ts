import type { Database } from '../../platform/db/schema.ts';
import { savedLetterColumns } from '../../platform/letters/secret-letters.ts';

type ColumnOf<T extends keyof Database> = keyof Database[T] & string;

/** A table whose rows are a file of the export. */
interface Exported<Column extends string = string> {
  /** what a row is, for the reader of the schema */
  about: string;
  /** A condition in SQL on the rows that are exported; all without it. */
  rows?: string;
  /** The columns that are left out, and why. */
  without?: { [C in Column]?: string };
  /** The SQL of the values that a load gives to columns that are left out and have no default. */
  loadedAs?: { [C in Column]?: string };
  /** The SQL of columns some of whose values must not leave the portal. */
  readAs?: { [C in Column]?: string };
  /** which rows may differ after a load and another export; none without it */
  differs?: string;
}

/** A table that is not exported. */
interface LeftOut {
  because: string;
}

const SECRET = 'a secret: it opens something without a password';
const OF_STATE = 'the state of a run or of a credential in the portal that wrote the export';
const COUNTED = 'counted from the studies when the export is loaded';
const OF_ZIP =
  'describes the ZIP in the store, which a load writes again from the files in studyFiles.ndjson';
/** An unfinished import needs its archive, and is begun again in the portal that loads the export. */
const ENDED_IMPORT = "state in ('finished', 'stopped')";
/** The hash of a random token: the row of the link is kept, but no token opens the link. */
const UNKNOWN_TOKEN = 'sha256(uuid_send(gen_random_uuid()))';
const ADDS_RECORDS =
  'Each start of a process, each export and each load adds records (portal.start, portal.export, portal.load).';

const ofCredentials = {
  because: 'secrets and states of sign-ins: people reset their password and add their factors',
};
const ofPrograms = { because: 'access of other programs, with secrets: it is granted again' };
const madeAgain = { because: 'made again from the files of the studies' };
const countedAgain = {
  because: 'counters and search words, which the database computes again from the other rows',
};
const ofMoment = { because: 'the state of requests and connections of the last minutes' };
const ofInstallation = {
  because: 'settings of the installation: the portal that loads the export has its own',
};
const ofMachine = { because: 'backups and problems of the machine that wrote the export' };
const waiting = {
  because: 'messages to telephones and devices that wait or were sent in the last days, some with codes',
};
const unfinished = {
  because: 'files that are still being sent: they are exported once their study is processed',
};

/**
 * Every table of the database: what an export contains of it, or why it contains nothing. A new table does not compile
 * until it is listed here. The schema files, the export and the load are made from this list.
 */
const portableTables = {
  accounts: {
    about: 'an account of a member of the staff, of a client, or of a person of a client (`clientID`)',
    without: {
      passwordHash: SECRET,
      passwordIsTemporary: OF_STATE,
      passwordSetAt: OF_STATE,
      passwordUsedAt: OF_STATE,
      credentialsVersion: OF_STATE,
    },
    // the loader sets it to the hash of a random password
    loadedAs: { passwordHash: "current_setting('snimok.unknown_password')" },
  },
  patients: {
    about: 'the card of a patient; `doctorID` is the client; `deletedAt` if it is in the bin',
    without: {
      studiesCount: COUNTED,
      inWorkCount: COUNTED,
      restoringCount: COUNTED,
      lastStudyCreatedAt: COUNTED,
    },
  },
  studies: { about: 'a study; its files are in studyFiles.ndjson, found by `objectID`' },
  objects: {
    about: 'the files of one or several studies, found by `id`, and what was recognised in them',
    without: { sizeBytes: OF_ZIP, sha256: OF_ZIP },
    // the loader writes the true values after it has written the ZIP
    loadedAs: { sizeBytes: '0', sha256: "'\\x'::bytea" },
  },
  objectSeries: { about: 'a series of the files of a study' },
  objectPictures: { about: 'a picture made from a study, in storedFiles.ndjson' },
  panoramas: { about: 'the panorama of a volume, or why there is none' },
  arches: { about: 'a dental arch, found by the portal or drawn by a person' },
  panoProtests: { about: 'a complaint about a panorama' },
  segmentations: {
    about: 'a segmentation of a volume, in storedFiles.ndjson',
    rows: "status not in ('queued', 'running')",
  },
  segmentationResults: {
    about: 'a structure or finding of a segmentation, and what a person decided about it',
    rows: "object_id in (select s.object_id from segmentations s where s.status not in ('queued', 'running'))",
  },
  segmentationClicks: { about: 'a visit of a page of segmentation by a doctor' },
  uploads: {
    about: 'an upload that has ended',
    rows: "status = 'processed'",
  },
  receivedInstances: {
    about: 'an instance that an acquisition device has sent',
    rows: "upload_uuid in (select u.uuid from uploads u where u.status = 'processed')",
  },
  studyReports: {
    about: 'a signed report; its PDF is in reportFiles.ndjson, found by `reportUUID`',
    without: { document: 'the PDF is a file of its own' },
    // the loader writes the PDF after the rows
    loadedAs: { document: "'\\x'::bytea" },
  },
  reportReadings: { about: 'the first reading of a report by a person of a client' },
  reportDrafts: { about: 'a report that is not signed yet' },
  reportParts: { about: 'a part of a report that is not signed yet' },
  reportTemplates: { about: 'a template of reports' },
  reportSealKeys: { about: 'a public key or certificate with which seals of reports are verified' },
  studyMarks: { about: 'the marks and the plan of a person on a study' },
  studyMarkVersions: { about: 'an earlier version of marks' },
  keyImages: { about: 'a key image of a study, with its picture' },
  viewerLayouts: { about: 'a layout of the viewer that a person has saved' },
  implantLines: { about: 'a line of implants of the catalogue' },
  implantChoices: { about: 'the implants that a person has used' },
  patientShares: { about: 'a patient whom a client shares with another client' },
  accessRequests: { about: 'a request of a client for access to a patient' },
  distinctPatients: { about: 'two similar cards that belong to two people' },
  mergedPatients: { about: 'a card that was merged into another' },
  reassignments: { about: 'a move or merge of cards or studies, with what its undo restores' },
  externalShares: {
    about:
      'a link with which a person without an account opens a study; a load keeps the row, and the link opens nothing',
    without: {
      tokenHash: SECRET,
      sealedToken: SECRET,
      pinHash: SECRET,
      codeHash: SECRET,
      pinFailures: OF_STATE,
      pinLockedUntil: OF_STATE,
      letterID: 'a letter that may still be waiting',
    },
    loadedAs: { tokenHash: UNKNOWN_TOKEN, sealedToken: "'\\x'::bytea" },
  },
  endedShares: { about: 'a link that has ended' },
  shareEvents: { about: 'an opening or a download through a link' },
  destinations: { about: 'a DICOM station of a client that receives studies' },
  deliveries: {
    about: 'the delivery of a study to a station of the client',
    without: { grantID: 'refers to the access of a program, which is not exported', leasedUntil: OF_STATE },
  },
  locations: { about: 'a branch of the centre, with its hours' },
  specialDays: { about: 'a day of a branch with other hours' },
  holidays: { about: 'days on which branches are closed' },
  seatClosures: { about: 'hours in which a device of a branch is closed' },
  examinations: { about: 'an examination that the centre offers' },
  bookings: {
    about: 'a booking; a load keeps it, and the link to it in earlier messages opens nothing',
    without: { visitTokenHash: SECRET, visitTokenSealed: SECRET },
  },
  performedSteps: { about: 'an acquisition that a device has reported' },
  referrals: { about: 'a referral' },
  dialogs: { about: 'the chat with a client: what is read, and its last message' },
  messages: { about: 'a message of a chat' },
  messageAttachments: { about: 'a file of a message, in storedFiles.ndjson' },
  answerTemplates: { about: 'a prepared answer of the chat' },
  messengerHours: { about: 'when the centre answers' },
  banner: { about: 'the announcement on the pages of clients' },
  centreIdentity: { about: 'name, address and logo of the centre' },
  invitations: {
    about: 'an invitation of a person of a client; a load keeps it, and it must be sent again',
    without: { tokenHash: SECRET },
    loadedAs: { tokenHash: UNKNOWN_TOKEN },
  },
  ssoIdentities: { about: 'the person of an identity provider to whom an account belongs' },
  notificationSettings: {
    about: 'which notifications a person gets, and how',
    without: { pendingPhone: OF_STATE, phoneCodeMac: SECRET, phoneCodeExpiresAt: OF_STATE },
  },
  savedFilters: { about: 'a filter of a list that a person has saved' },
  listColumns: { about: 'the columns of a list that a person has hidden' },
  accessAlerts: { about: 'a warning that an account opened unusually many studies' },
  letters: {
    about: 'a letter that was sent or given up; letters that wait are sent by the portal that wrote them',
    rows: 'sent_at is not null or failed_at is not null',
    readAs: { facts: savedLetterColumns.facts ?? 'facts' },
  },
  erasures: { about: 'a request to erase the data of a patient' },
  erasureObjects: { about: 'files that an erasure still has to remove' },
  archiveImports: {
    about: 'an import from another archive that has ended',
    rows: ENDED_IMPORT,
    without: { sealedSecrets: SECRET, runID: OF_STATE },
  },
  archiveImportStudies: {
    about: 'what became of a study of such an archive',
    rows: `import_id in (select i.id from archive_imports i where i.${ENDED_IMPORT})`,
  },
  archiveImportInstances: {
    about: 'the SHA-256 of a file of such a study in the archive and in the portal',
    rows: `import_study_id in (select s.id from archive_import_studies s join archive_imports i on i.id = s.import_id
      where i.${ENDED_IMPORT})`,
  },
  archiveImportProblems: {
    about: 'what could not be read in such an archive',
    rows: `import_id in (select i.id from archive_imports i where i.${ENDED_IMPORT})`,
  },
  auditEvents: { about: 'a record of the history', differs: ADDS_RECORDS },
  auditChain: { about: 'the link of a record in the chain of hashes', differs: ADDS_RECORDS },
  auditHeads: {
    about:
      'a signed head of the chain of hashes; it is verified with the public key of the portal that signed it',
    differs: 'A worker signs a head each day.',
  },

  portalSettings: ofInstallation,
  portalSettingsState: ofInstallation,
  firstStart: ofInstallation,
  answeredRequests: ofMoment,
  publications: ofMoment,
  realtimeStream: ofMoment,
  sweptChannels: ofMoment,
  remoteDesktops: ofMoment,
  throttles: ofMoment,
  uploadUsage: ofMoment,
  maintenanceRuns: ofMachine,
  healthProblems: ofMachine,
  portalUpdate: ofMachine,
  auditCursors: { because: 'how far receivers of the history, such as a log server, have read it' },
  sessions: ofCredentials,
  passwordResets: ofCredentials,
  passkeys: ofCredentials,
  passkeyChallenges: ofCredentials,
  totpSecrets: ofCredentials,
  recoveryCodes: ofCredentials,
  ssoPermits: ofCredentials,
  apiTokens: ofPrograms,
  desktopGrants: ofPrograms,
  webhooks: ofPrograms,
  webhookMessages: ofPrograms,
  notices: waiting,
  digestItems: waiting,
  pushSubscriptions: waiting,
  uploadFiles: unfinished,
  uploadBundles: unfinished,
  uploadImages: unfinished,
  archiveImportClients: { because: 'the list given with an import, which is deleted when the import ends' },
  objectIndexes: madeAgain,
  objectInstances: madeAgain,
  objectMetadata: madeAgain,
  objectViews: madeAgain,
  objectViewSeries: madeAgain,
  studyDiscs: madeAgain,
  clientActivity: countedAgain,
  clientTotals: countedAgain,
  listChanges: countedAgain,
  listMarks: countedAgain,
  searchWords: countedAgain,
  tallies: countedAgain,
} satisfies { [T in keyof Database]: Exported<ColumnOf<T>> | LeftOut };

type PortableTable = keyof typeof portableTables;

const entries = Object.entries(portableTables) as [PortableTable, Exported | LeftOut][];

/**
 * The exported tables, in the order in which a load inserts them: cards before studies, so that triggers count the
 * studies.
 */
export const exportedTables: readonly (Exported & { name: PortableTable })[] = entries.flatMap(
  ([name, table]) => ('about' in table ? [{ name, ...table }] : []),
);

export const leftOutTables: Readonly<Record<string, string>> = Object.fromEntries(
  entries.flatMap(([name, table]) => ('because' in table ? [[name, table.because]] : [])),
);

export type ExportedTable = (typeof exportedTables)[number];
