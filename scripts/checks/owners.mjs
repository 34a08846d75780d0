import { isTest, readFiles } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// Each table of the database is written by one module of the server, its owner; the other modules read it or call a
// function of the owner. A new table gets an owner here.

/** Tables that only triggers of the migrations write. */
const TRIGGERS = 'triggers';

/** Tables as in apps/server/src/platform/db/schema.ts → the module that may insert, update and delete rows. */
export const owners = {
  accessAlerts: 'people/access-alerts',
  accessRequests: 'people/patient-shares',
  accounts: 'people/accounts',
  answerTemplates: 'messaging/messenger',
  answeredRequests: 'platform/answered-requests',
  apiTokens: 'people/api-tokens',
  archiveImportClients: 'reception/archive-import',
  archiveImportInstances: 'reception/archive-import',
  archiveImportProblems: 'reception/archive-import',
  archiveImportStudies: 'reception/archive-import',
  archiveImports: 'reception/archive-import',
  arches: 'studies/objects',
  auditChain: 'platform/audit',
  auditCursors: 'platform/audit',
  auditEvents: 'platform/audit',
  auditHeads: 'platform/audit',
  banner: 'messaging/banner',
  bookings: 'reception/schedule',
  centreIdentity: 'platform/letterhead',
  clientActivity: TRIGGERS,
  clientTotals: TRIGGERS,
  deliveries: 'viewing/deliveries',
  destinations: 'viewing/deliveries',
  desktopGrants: 'people/program-access',
  digestItems: 'platform/notices',
  distinctPatients: 'reception/duplicates',
  dialogs: 'messaging/messenger',
  erasureObjects: 'administration/erasure',
  erasures: 'administration/erasure',
  examinations: 'reception/referrals',
  endedShares: 'viewing/external-shares',
  externalShares: 'viewing/external-shares',
  firstStart: 'entry/first-start',
  healthProblems: 'administration/portal-health',
  holidays: 'reception/schedule',
  implantChoices: 'viewing/implants',
  implantLines: 'viewing/implants',
  invitations: 'people/client-members',
  keyImages: 'viewing/online-viewer',
  letters: 'platform/letters',
  listChanges: TRIGGERS,
  listColumns: 'administration/list-columns',
  // its rows are maintained by a function of the database that studies/studies/lists/cursors.ts calls
  listMarks: 'studies/studies',
  locations: 'reception/schedule',
  maintenanceRuns: 'administration/portal-health',
  mergedPatients: 'people/patients',
  messageAttachments: 'messaging/messenger',
  messages: 'messaging/messenger',
  messengerHours: 'messaging/messenger',
  notices: 'platform/notices',
  notificationSettings: 'platform/notices',
  objectIndexes: 'studies/objects',
  objectInstances: 'studies/metadata',
  objectMetadata: 'studies/metadata',
  objectPictures: 'studies/objects',
  objectSeries: 'studies/objects',
  objectViewSeries: 'studies/renditions',
  objectViews: 'studies/renditions',
  objects: 'studies/objects',
  panoProtests: 'studies/objects',
  panoramas: 'studies/objects',
  passkeyChallenges: 'people/second-factors',
  passkeys: 'people/second-factors',
  passwordResets: 'people/accounts',
  patientShares: 'people/patient-shares',
  patients: 'people/patients',
  performedSteps: 'reception/dicom-worklist',
  portalSettings: 'platform/stored-settings',
  portalSettingsState: 'platform/stored-settings',
  portalUpdate: 'administration/portal-health',
  publications: 'platform/realtime',
  pushSubscriptions: 'platform/notices',
  realtimeStream: 'platform/realtime',
  receivedInstances: 'reception/dicom-receiving',
  reassignments: 'reception/move-and-merge',
  recoveryCodes: 'people/second-factors',
  referrals: 'reception/referrals',
  reportDrafts: 'reporting/study-reports',
  reportParts: 'reporting/study-reports',
  reportReadings: 'reporting/study-reports',
  reportTemplates: 'reporting/study-reports',
  remoteDesktops: 'viewing/remote-desktop',
  reportSealKeys: 'reporting/study-reports',
  savedFilters: 'administration/saved-filters',
  searchWords: TRIGGERS,
  seatClosures: 'reception/schedule',
  segmentationClicks: 'viewing/segmentation-review',
  segmentationResults: 'studies/segmentations',
  segmentations: 'studies/segmentations',
  sessions: 'people/accounts',
  shareEvents: 'viewing/external-shares',
  specialDays: 'reception/schedule',
  ssoIdentities: 'people/single-sign-on',
  ssoPermits: 'people/single-sign-on',
  studies: 'studies/studies',
  studyDiscs: 'studies/discs',
  studyReports: 'reporting/study-reports',
  studyMarks: 'viewing/online-viewer',
  studyMarkVersions: 'viewing/online-viewer',
  sweptChannels: 'platform/realtime',
  tallies: TRIGGERS,
  throttles: 'platform/throttles',
  totpSecrets: 'people/second-factors',
  uploadBundles: 'studies/uploads',
  uploadFiles: 'studies/uploads',
  uploadImages: 'studies/uploads',
  uploadUsage: 'studies/uploads',
  uploads: 'studies/uploads',
  viewerLayouts: 'viewing/online-viewer',
  webhookMessages: 'platform/webhooks',
  webhooks: 'platform/webhooks',
};

/** The restore of a backup and the load of an export write every table of an empty database. */
const mayWriteAll = ['entry/backup', 'entry/portable-export'];

const SERVER = 'apps/server/src/';
const SCHEMA = `${SERVER}platform/db/schema.ts`;

const KYSELY = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)(?: as \w+)?'/g;
const SQL = /\b(?:insert\s+into|delete\s+from|merge\s+into|update(?=\s+\w+\s+(?:\w+\s+)?set\b))\s+(\w+)/gi;

const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
/** `studies/uploads` for a file below apps/server/src/studies/uploads/. */
const moduleOf = (path) => path.slice(SERVER.length).split('/').slice(0, 2).join('/');
const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** The tables of the generated schema, by their names in Kysely. */
export const tablesOf = (schema) => [...schema.matchAll(/^ {2}(\w+): \{$/gm)].map(([, table]) => table);

/** The writes of a file: the table in camel case, and the position. Tables of graphile-worker are left out. */
const writesIn = (text) => [
  ...[...text.matchAll(KYSELY)].map(({ 1: table, index }) => ({ table, index })),
  ...[...text.matchAll(SQL)]
    .filter(({ 0: statement, 1: table, index }) => {
      const isPrefix = text[index + statement.length] === '.';
      return !isPrefix && camelCase(table) in owners;
    })
    .map(({ 1: table, index }) => ({ table: camelCase(table), index })),
];

/**
 * One line for every write by a module that is not the owner, and for every table without an owner.
 * @param files a map of paths relative to the repository, with `/`, to their texts
 */
export const foreignWrites = (files) => {
  const found = [];
  for (const [path, text] of files) {
    if (!path.startsWith(SERVER) || isTest(path)) continue;
    const module = moduleOf(path);
    if (mayWriteAll.includes(module)) continue;
    for (const { table, index } of writesIn(text)) {
      const owner = owners[table];
      if (owner === module) continue;
      const advice = owner
        ? `only ${owner} writes ${table}`
        : `${table} has no owner in scripts/checks/owners.mjs`;
      found.push(`${path}:${lineOf(text, index)}: ${advice}`);
    }
  }
  return found;
};

/** The tables that the list of owners lacks, and the names in it that are no tables. */
export const unlistedTables = (tables) => [
  ...tables.filter((table) => !(table in owners)).map((table) => `${SCHEMA}: ${table} has no owner`),
  ...Object.keys(owners)
    .filter((table) => !tables.includes(table))
    .map((table) => `scripts/checks/owners.mjs: the database has no table ${table}`),
];

if (isMain(import.meta.url)) {
  const files = readFiles(root, [SERVER], /\.ts$/);
  report([...unlistedTables(tablesOf(files.get(SCHEMA) ?? '')), ...foreignWrites(files)]);
}
