import { isTest, readFiles } from './check-imports.mjs';
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
  answerTemplates: 'office/messenger',
  answeredRequests: 'platform/answered-requests',
  apiTokens: 'people/api-tokens',
  arches: 'studies/objects',
  auditChain: 'platform/audit',
  auditCursors: 'platform/audit',
  auditEvents: 'platform/audit',
  auditHeads: 'platform/audit',
  banner: 'office/banner',
  bookings: 'office/schedule',
  centreIdentity: 'platform/identity',
  clientActivity: TRIGGERS,
  clientTotals: TRIGGERS,
  deliveries: 'viewing/deliveries',
  destinations: 'viewing/deliveries',
  desktopGrants: 'people/program-access',
  digestItems: 'platform/notifications',
  distinctPatients: 'office/duplicates',
  dialogs: 'office/messenger',
  erasureObjects: 'office/erasure',
  erasures: 'office/erasure',
  examinations: 'office/referrals',
  endedShares: 'viewing/external-shares',
  externalShares: 'viewing/external-shares',
  holidays: 'office/schedule',
  implantChoices: 'viewing/implants',
  implantLines: 'viewing/implants',
  invitations: 'people/client-people',
  keyImages: 'viewing/viewer',
  letters: 'platform/letters',
  listChanges: TRIGGERS,
  listColumns: 'office/list-columns',
  // its rows are maintained by a function of the database that studies/studies/cursors.ts calls
  listMarks: 'studies/studies',
  locations: 'office/schedule',
  mergedPatients: 'people/patients',
  messageAttachments: 'office/messenger',
  messages: 'office/messenger',
  messengerHours: 'office/messenger',
  notices: 'platform/notifications',
  notificationSettings: 'platform/notifications',
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
  performedSteps: 'office/worklist',
  publications: 'platform/realtime',
  pushSubscriptions: 'platform/notifications',
  realtimeStream: 'platform/realtime',
  receivedInstances: 'office/stow',
  reassignments: 'office/reassignment',
  recoveryCodes: 'people/second-factors',
  referrals: 'office/referrals',
  reportDrafts: 'office/study-reports',
  reportParts: 'office/study-reports',
  reportReadings: 'office/study-reports',
  reportTemplates: 'office/study-reports',
  remoteDesktops: 'viewing/remote-desktop',
  reportSealKeys: 'office/study-reports',
  savedFilters: 'office/saved-filters',
  searchWords: TRIGGERS,
  seatClosures: 'office/schedule',
  segmentationClicks: 'viewing/segmentation',
  segmentationResults: 'studies/segmentations',
  segmentations: 'studies/segmentations',
  sessions: 'people/accounts',
  shareEvents: 'viewing/external-shares',
  specialDays: 'office/schedule',
  ssoIdentities: 'people/single-sign-on',
  ssoPermits: 'people/single-sign-on',
  studies: 'studies/studies',
  studyDiscs: 'studies/discs',
  studyReports: 'office/study-reports',
  studyMarks: 'viewing/viewer',
  studyMarkVersions: 'viewing/viewer',
  sweptChannels: 'platform/realtime',
  tallies: TRIGGERS,
  throttles: 'platform/throttles',
  totpSecrets: 'people/second-factors',
  uploadBundles: 'studies/uploads',
  uploadFiles: 'studies/uploads',
  uploadImages: 'studies/uploads',
  uploadUsage: 'studies/uploads',
  uploads: 'studies/uploads',
  viewerLayouts: 'viewing/viewer',
  webhookMessages: 'platform/webhooks',
  webhooks: 'platform/webhooks',
};

/** The restore of a backup loads every table. */
const mayWriteAll = ['entry/backup'];

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
        : `${table} has no owner in scripts/check-owners.mjs`;
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
    .map((table) => `scripts/check-owners.mjs: the database has no table ${table}`),
];

if (isMain(import.meta.url)) {
  const files = readFiles(root, [SERVER], /\.ts$/);
  report([...unlistedTables(tablesOf(files.get(SCHEMA) ?? '')), ...foreignWrites(files)]);
}
