// Written by `npm run schema` from the migrated database: never by hand.
import type { StudyType } from '@snimok/contract/studies/study-types';
import type { ColumnType } from 'kysely';

/** May be left out of an insert: the database has a value of its own. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

export interface Database {
  accessAlerts: {
    id: Generated<number>;
    accountID: number;
    raisedAt: Instant;
    studies: number;
    threshold: number;
    suspended: boolean;
    acknowledgedAt: Instant | null;
    acknowledgedBy: number | null;
  };
  accessRequests: {
    patientID: number;
    doctorID: number;
    requestedAt: Instant;
    mailedAt: Instant;
    declinedAt: Instant | null;
  };
  accounts: {
    id: Generated<number>;
    role: string;
    email: string;
    name: string;
    passwordHash: string;
    passwordIsTemporary: Generated<boolean>;
    featureFlags: Generated<string[]>;
    createdAt: Generated<Instant>;
    disabledAt: Instant | null;
    sought: string | null;
    passwordSetAt: Generated<Instant>;
    passwordUsedAt: Instant | null;
    credentialsVersion: Generated<number>;
    rights: Generated<string[]>;
    declinedLetters: Generated<string[]>;
    clientID: number | null;
    clientRole: string | null;
    removedAt: Instant | null;
    suspendedAt: Instant | null;
    onlyReportRight: string | null;
    post: Generated<string>;
    unreadNotices: Generated<string[]>;
  };
  answerTemplates: {
    id: Generated<number>;
    title: string;
    text: string;
    version: Generated<number>;
  };
  answeredRequests: {
    accountID: number;
    requestUUID: string;
    answer: Json | null;
    createdAt: Instant;
  };
  apiTokens: {
    id: Generated<number>;
    name: string;
    tokenHash: Buffer;
    ending: string;
    scopes: string[];
    networks: string[];
    creatorID: number;
    createdAt: Instant;
    expiresAt: Instant;
    revokedAt: Instant | null;
    lastUsedAt: Instant | null;
    lastUsedAddress: string | null;
  };
  arches: {
    id: Generated<number>;
    objectID: string;
    points: Json;
    plane: Json;
    confidence: number | null;
    accountID: number | null;
    createdAt: Instant;
  };
  archiveImportClients: {
    importID: number;
    number: number;
    sourcePatientID: string | null;
    referringPhysician: string | null;
    clientID: number;
    name: string | null;
    birthday: string | null;
    sex: string | null;
    phone: string | null;
  };
  archiveImportInstances: {
    importStudyID: number;
    sourceKey: string;
    sopInstanceUID: string | null;
    filename: string;
    sizeBytes: number;
    sourceSha256: Buffer;
    sha256: Buffer | null;
  };
  archiveImportProblems: {
    importID: number;
    place: string;
    reason: string;
  };
  archiveImportStudies: {
    id: Generated<number>;
    importID: number;
    sourceKey: string;
    studyInstanceUID: string | null;
    sourceName: string | null;
    sourcePatientID: string | null;
    sourceBirthDate: string | null;
    sourceSex: string | null;
    sourceStudyDate: string | null;
    sourceStudyTime: string | null;
    accessionNumber: string | null;
    referringPhysician: string | null;
    description: string | null;
    modalities: Generated<string[]>;
    instanceCount: number | null;
    sizeBytes: number | null;
    outcome: string;
    reason: string | null;
    name: string | null;
    birthday: string | null;
    sex: string | null;
    phone: string | null;
    clientID: number | null;
    candidates: Generated<number[]>;
    patientID: number | null;
    sameAs: number | null;
    decidedBy: number | null;
    decidedAt: Instant | null;
    state: Generated<string>;
    error: string | null;
    studyID: number | null;
    uploadUUID: string | null;
    finishedAt: Instant | null;
  };
  archiveImports: {
    id: Generated<number>;
    source: Json;
    sealedSecrets: Buffer | null;
    state: string;
    problem: string | null;
    clientID: number | null;
    rateBytesSecond: number | null;
    fromMinute: number | null;
    toMinute: number | null;
    measuredBytesSecond: number | null;
    creatorID: number;
    createdAt: Instant;
    plannedAt: Instant | null;
    confirmedBy: number | null;
    confirmedAt: Instant | null;
    finishedAt: Instant | null;
    runID: string | null;
  };
  auditChain: {
    seq: number;
    eventID: number;
    hash: Buffer;
  };
  auditCursors: {
    receiver: string;
    position: number;
    updatedAt: Instant;
  };
  auditEvents: {
    id: Generated<number>;
    at: Instant;
    actorKind: string;
    actorID: number | null;
    action: string;
    doctorID: number | null;
    patientID: number | null;
    studyID: number | null;
    address: string | null;
    details: Generated<Json>;
  };
  auditHeads: {
    number: number;
    at: Instant;
    text: string;
    signature: Buffer;
  };
  banner: {
    id: Generated<boolean>;
    text: Generated<string>;
    image: string | null;
    version: Generated<number>;
  };
  bookings: {
    id: Generated<number>;
    locationID: number;
    slotUUID: string;
    day: string;
    beginsAt: Instant;
    endsAt: Instant;
    place: number;
    doctorID: number | null;
    patientName: string;
    patientPhone: string;
    comment: Generated<string>;
    creatorID: number;
    createdAt: Instant;
    status: Generated<string>;
    cancelReason: Generated<string>;
    moves: Generated<number>;
    patientID: number | null;
    studyID: number | null;
    acquisition: string | null;
    patientBirthday: string | null;
    patientEmail: string | null;
    reminderAgreedAt: Instant | null;
    requestUUID: string | null;
    visitTokenHash: Buffer | null;
    visitTokenSealed: Buffer | null;
    remindedOf: Instant | null;
    confirmedFor: Instant | null;
    examinationID: number | null;
    missedAt: Instant | null;
    informedOf: Instant | null;
    informedAt: Instant | null;
  };
  centreIdentity: {
    id: Generated<boolean>;
    name: Generated<string>;
    legalName: Generated<string>;
    address: Generated<string>;
    phones: Generated<string[]>;
    hours: Generated<string>;
    licence: Generated<string>;
    website: Generated<string>;
    logo: Buffer | null;
    version: Generated<number>;
  };
  clientActivity: {
    doctorID: number;
    activeAt: Instant | null;
  };
  clientTotals: {
    doctorID: number;
    patientsCount: Generated<number>;
    studiesCount: Generated<number>;
  };
  deliveries: {
    id: Generated<number>;
    studyID: number;
    destinationID: number;
    status: string;
    grantID: number | null;
    leasedUntil: Instant | null;
    reason: string | null;
    requestedAt: Instant;
    finishedAt: Instant | null;
  };
  desktopGrants: {
    id: Generated<number>;
    deviceCodeHash: Buffer;
    userCodeHash: Buffer;
    status: Generated<string>;
    scope: string;
    appVersion: string;
    address: string | null;
    issuedAt: Instant;
    expiresAt: Instant;
    polledAt: Instant | null;
    intervalSeconds: number;
    assistantID: number | null;
    grantedAt: Instant | null;
    endedAt: Instant | null;
    tokenHash: Buffer | null;
    lastUsedAt: Instant | null;
    lastUsedAddress: string | null;
    credentialsVersion: number | null;
  };
  destinations: {
    id: Generated<number>;
    doctorID: number;
    name: string;
    calledAet: string;
    callingAet: string;
    host: string;
    port: number;
    tls: boolean;
    automatic: string[];
    createdAt: Instant;
    deletedAt: Instant | null;
  };
  dialogs: {
    doctorID: number;
    lastIncomingID: Generated<number>;
    lastAnswerID: Generated<number>;
    lastMessageCreatedAt: Instant | null;
    lastMessageText: Generated<string>;
    readByCentreID: Generated<number>;
    readByDoctorID: Generated<number>;
    answererID: number | null;
  };
  digestItems: {
    id: Generated<number>;
    accountID: number;
    kind: string;
    about: string;
    title: string;
    path: string;
    createdAt: Instant;
  };
  distinctPatients: {
    patientID: number;
    otherID: number;
    creatorID: number;
    createdAt: Instant;
  };
  endedShares: {
    shareUUID: string;
    studyID: number;
    email: string;
  };
  erasureObjects: {
    erasureUUID: string;
    objectID: string;
    warm: Generated<string[]>;
    cold: Generated<string[]>;
  };
  erasures: {
    uuid: Generated<string>;
    patientID: number;
    patientCreatedAt: Instant;
    doctorID: number;
    reason: string;
    requestedBy: number | null;
    requestedAt: Instant;
    expiresAt: Instant;
    status: Generated<string>;
    decidedBy: number | null;
    decidedAt: Instant | null;
    step: string | null;
    counts: Generated<Json>;
    finishedAt: Instant | null;
    eraseAt: Instant | null;
  };
  examinations: {
    id: Generated<number>;
    name: string;
    studyType: StudyType;
    preparation: Generated<string>;
    active: Generated<boolean>;
    place: number;
    version: Generated<number>;
  };
  externalShares: {
    uuid: string;
    studyID: number;
    creatorID: number;
    email: string;
    flags: string[];
    tokenHash: Buffer;
    sealedToken: Buffer;
    pinHash: Buffer | null;
    pinFailures: Generated<number>;
    pinLockedUntil: Instant | null;
    letterID: number | null;
    createdAt: Instant;
    expiresAt: Instant;
    firstOpenedAt: Instant | null;
    lastOpenedAt: Instant | null;
    downloads: Generated<number>;
    showMarks: Generated<boolean>;
    kind: string | null;
    revokedAt: Instant | null;
    texted: boolean | null;
    codeHash: Buffer | null;
  };
  firstStart: {
    isOnly: Generated<boolean>;
    tokenHash: Buffer | null;
    tokenExpiresAt: Instant | null;
    accountID: number | null;
    answered: Generated<string[]>;
    finishedAt: Instant | null;
  };
  healthProblems: {
    line: string;
    state: string;
    since: Instant;
    solvedSince: Instant | null;
    letteredAt: Instant | null;
    letteredState: string | null;
  };
  holidays: {
    id: Generated<number>;
    locationID: number | null;
    firstDay: string;
    lastDay: string;
    name: string;
  };
  implantChoices: {
    accountID: number;
    manufacturer: string;
    line: string;
    isFavourite: boolean;
    usedAt: Instant | null;
    diameterMm: number | null;
    lengthMm: number | null;
  };
  implantLines: {
    lineUUID: string;
    manufacturer: string;
    line: string;
    shape: string;
    sizes: Json;
    createdAt: Instant;
  };
  invitations: {
    uuid: Generated<string>;
    clientID: number;
    email: string;
    clientRole: string;
    tokenHash: Buffer;
    createdAt: Instant;
    expiresAt: Instant;
  };
  keyImages: {
    keyImageUUID: string;
    studyID: number;
    objectID: string;
    accountID: number;
    title: string;
    view: Json;
    picture: string;
    createdAt: Instant;
  };
  letters: {
    id: Generated<number>;
    template: string;
    recipient: string;
    facts: Json;
    createdAt: Generated<Instant>;
    sentAt: Instant | null;
    attempts: Generated<number>;
    lastError: string | null;
    about: string | null;
    messageUUID: Generated<string>;
    nextTryAt: Instant | null;
    failedAt: Instant | null;
  };
  listChanges: {
    markID: number;
    change: number;
  };
  listColumns: {
    accountID: number;
    list: string;
    hidden: string[];
  };
  listMarks: {
    id: Generated<number>;
    list: string;
    word: string;
    studyID: number;
    studies: number;
    countedAt: Generated<Instant>;
  };
  locations: {
    id: Generated<number>;
    name: string;
    address: Generated<string>;
    capacity: Generated<number>;
    slotMinutes: Generated<number>;
    hours: Generated<Json>;
    archivedAt: Instant | null;
    phones: Generated<string[]>;
    hoursText: Generated<string>;
    licence: Generated<string>;
    breaks: Generated<Json>;
    bufferMinutes: Generated<number>;
    leadHours: number | null;
    horizonDays: Generated<number>;
    seats: Generated<Json>;
    prices: Generated<Json>;
    preparation: Generated<string>;
  };
  maintenanceRuns: {
    id: Generated<number>;
    kind: string;
    folder: string;
    startedAt: Instant;
    endedAt: Instant | null;
    outcome: string | null;
    backup: string | null;
    rowsCount: number | null;
    objectsCount: number | null;
    badCount: number | null;
    copiedBytes: number | null;
    lacks: string | null;
    error: string | null;
  };
  mergedPatients: {
    patientID: number;
    keptID: number;
  };
  messageAttachments: {
    uuid: string;
    doctorID: number;
    authorID: number;
    messageID: number | null;
    position: Generated<number>;
    kind: string;
    filename: string;
    sizeBytes: number;
    sha256: Buffer;
    width: number | null;
    height: number | null;
    key: string;
    thumbnailKey: string | null;
    createdAt: Instant;
  };
  messages: {
    id: Generated<number>;
    doctorID: number;
    authorID: number;
    isAnswer: boolean;
    text: string;
    messageUUID: string | null;
    createdAt: Instant;
    withoutText: Generated<boolean>;
    card: string | null;
    studyID: number | null;
    patientID: number | null;
  };
  messengerHours: {
    id: Generated<boolean>;
    enabled: Generated<boolean>;
    hours: Generated<Json>;
    note: Generated<string>;
    version: Generated<number>;
  };
  notices: {
    id: Generated<number>;
    uuid: Generated<string>;
    channel: string;
    recipient: string | null;
    subscriptionID: number | null;
    accountID: number | null;
    content: string;
    reason: string;
    about: string | null;
    isSecret: Generated<boolean>;
    createdAt: Instant;
    expiresAt: Instant;
    attempts: Generated<number>;
    nextTryAt: Instant | null;
    sentAt: Instant | null;
    failedAt: Instant | null;
    lastError: string | null;
  };
  notificationSettings: {
    accountID: number;
    declinedPush: Generated<string[]>;
    smsKinds: Generated<string[]>;
    messengerKinds: Generated<string[]>;
    digestKinds: Generated<string[]>;
    digestEvery: Generated<string>;
    digestHour: Generated<number>;
    nextDigestAt: Instant | null;
    phone: string | null;
    pendingPhone: string | null;
    phoneCodeMac: Buffer | null;
    phoneCodeExpiresAt: Instant | null;
  };
  objectIndexes: {
    objectID: string;
    entries: Json;
  };
  objectInstances: {
    objectID: string;
    entry: number;
    seriesInstanceUID: string;
    sopInstanceUID: string;
    transferSyntaxUID: string;
    instanceNumber: number;
    frames: number;
    hasPixels: boolean;
    fileOffset: number;
    compressedBytes: number;
    sizeBytes: number;
    method: string;
    metadataOffset: number;
    metadataBytes: number;
    attributes: Json;
  };
  objectMetadata: {
    objectID: string;
    format: number;
    runID: string;
    key: string | null;
    sizeBytes: number | null;
  };
  objectPictures: {
    objectID: string;
    size: string;
    key: string;
    width: number;
    height: number;
  };
  objectSeries: {
    objectID: string;
    position: number;
    seriesInstanceUID: string;
    modality: string | null;
    description: string | null;
    imageCount: number;
    facts: Json;
  };
  objectViewSeries: {
    objectID: string;
    position: number;
    facts: Json;
    places: Json;
  };
  objectViews: {
    objectID: string;
    status: Generated<string>;
    format: number;
    progress: number | null;
    reason: string | null;
    runID: string | null;
    key: string | null;
    sizeBytes: number | null;
  };
  objects: {
    id: string;
    key: string;
    sizeBytes: number;
    sha256: Buffer;
    imageCount: number;
    studyInstanceUID: string | null;
    patientInFiles: Json | null;
    warnings: Generated<string[]>;
    createdAt: Generated<Instant>;
    place: Generated<string>;
    moves: Generated<number>;
    binnedAt: Instant | null;
    contains: Generated<string[]>;
    imageDates: Json | null;
  };
  panoProtests: {
    id: Generated<number>;
    studyID: number;
    objectID: string;
    accountID: number;
    reason: string;
    createdAt: Instant;
    answeredAt: Instant | null;
    archID: number | null;
    answeredBy: number | null;
  };
  panoramas: {
    objectID: string;
    status: string;
    reason: string | null;
    volume: Json | null;
    wishID: string | null;
    archID: number | null;
    shownArchID: number | null;
    picture: Json | null;
  };
  passkeyChallenges: {
    challengeHash: Buffer;
    purpose: string;
    accountID: number | null;
    boundTo: Buffer | null;
    userHandle: Buffer | null;
    expiresAt: Instant;
  };
  passkeys: {
    passkeyUUID: Generated<string>;
    accountID: number;
    credentialID: Buffer;
    publicKey: Buffer;
    userHandle: Buffer;
    counter: number;
    transports: string[];
    name: string;
    createdAt: Instant;
    lastUsedAt: Instant | null;
  };
  passwordResets: {
    tokenHash: Buffer;
    accountID: number;
    createdAt: Instant;
    expiresAt: Instant;
  };
  patientShares: {
    patientID: number;
    doctorID: number;
    createdAt: Generated<Instant>;
  };
  patients: {
    id: Generated<number>;
    doctorID: number;
    name: string;
    sex: string;
    birthday: string | null;
    phone: string | null;
    createdAt: Generated<Instant>;
    deletedAt: Instant | null;
    studiesCount: Generated<number>;
    inWorkCount: Generated<number>;
    restoringCount: Generated<number>;
    lastStudyCreatedAt: Instant | null;
    sought: string | null;
    erasingSince: Instant | null;
    nameKey: string | null;
  };
  performedSteps: {
    uid: string;
    accessionNumber: string;
    status: string;
    station: string;
    studyID: number | null;
    bookingID: number | null;
    startedAt: Instant;
    endedAt: Instant | null;
    reason: Generated<string>;
    reportedAt: Instant;
  };
  portalSettings: {
    name: string;
    value: string | null;
    sealedValue: Buffer | null;
  };
  portalSettingsState: {
    isOnly: Generated<boolean>;
    version: Generated<number>;
    restarts: Generated<number>;
  };
  portalUpdate: {
    isOnly: Generated<boolean>;
    lookedAt: Instant | null;
    offeredVersion: string | null;
    lookProblem: string | null;
    problemSince: Instant | null;
    dueAt: Instant | null;
    dueVersion: string | null;
    requestID: string | null;
    requestedAt: Instant | null;
    requestedVersion: string | null;
  };
  publications: {
    id: Generated<number>;
    channel: string;
    event: Json | null;
    endedSession: string | null;
    announcedAt: Generated<Instant>;
    number: number | null;
  };
  pushSubscriptions: {
    id: Generated<number>;
    uuid: Generated<string>;
    accountID: number;
    sessionUUID: string;
    credentialsVersion: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    serverKey: string;
    userAgent: string;
    createdAt: Instant;
    renewedAt: Instant;
    deliveredAt: Instant | null;
  };
  realtimeStream: {
    id: Generated<boolean>;
    epoch: string;
    lastNumber: Generated<number>;
  };
  reassignments: {
    id: Generated<number>;
    kind: string;
    sourceID: number;
    targetID: number;
    sourceDoctorID: number;
    targetDoctorID: number;
    studyID: number | null;
    creatorID: number;
    createdAt: Instant;
    undoneAt: Instant | null;
    undoneBy: number | null;
    undo: string | null;
  };
  receivedInstances: {
    uploadUUID: string;
    sopInstanceUID: string;
    studyInstanceUID: string;
    sha256: Buffer;
    receivedAt: Instant;
  };
  recoveryCodes: {
    accountID: number;
    codeHash: Buffer;
    createdAt: Instant;
    usedAt: Instant | null;
  };
  referrals: {
    uuid: string;
    number: Generated<number>;
    doctorID: number;
    creatorID: number;
    createdAt: Instant;
    patientID: number | null;
    patientName: string;
    patientSex: string;
    patientBirthday: string | null;
    patientPhone: string | null;
    examinationID: number;
    examination: string;
    studyType: StudyType;
    teeth: Generated<number[]>;
    question: Generated<string>;
    urgency: Generated<string>;
    contraindications: Generated<string[]>;
    otherContraindications: Generated<string>;
    recipientClients: Generated<number[]>;
    recipientEmails: Generated<string[]>;
    bookingID: number | null;
    status: Generated<string>;
    decidedBy: number | null;
    decidedAt: Instant | null;
    reason: Generated<string>;
    studyID: number | null;
    sharedAt: Instant | null;
    rank: number | null;
  };
  remoteDesktops: {
    uuid: string;
    studyID: number;
    person: string;
    sessionHash: Buffer | null;
    shareUUID: string | null;
    state: Generated<string>;
    endedBecause: string | null;
    host: string | null;
    tokenHash: Buffer | null;
    tokenExpiresAt: Instant | null;
    connectionUUID: string | null;
    createdAt: Instant;
    attendedAt: Instant;
    activeAt: Instant;
    reach: string | null;
  };
  reportDrafts: {
    studyID: number;
    templateName: string;
    fields: Json;
    withFindings: boolean;
    corrects: number | null;
    version: number;
    startedBy: number;
    changedBy: number;
    changedAt: Instant;
    draftUUID: Generated<string>;
  };
  reportParts: {
    studyID: number;
    id: Generated<number>;
    part: string;
    value: Json;
    version: number;
    changedBy: number;
    changedAt: Instant;
  };
  reportReadings: {
    reportUUID: string;
    accountID: number;
    readAt: Instant;
  };
  reportSealKeys: {
    fingerprint: string;
    kind: string;
    pem: string;
    firstUsedAt: Instant;
  };
  reportTemplates: {
    id: Generated<number>;
    name: string;
    studyType: StudyType;
    fields: Json;
    withFindings: boolean;
    conclusion: string;
    version: Generated<number>;
    changedBy: number | null;
    changedAt: Instant;
  };
  savedFilters: {
    id: Generated<number>;
    accountID: number;
    name: string;
    query: string;
    createdAt: Generated<Instant>;
  };
  searchWords: {
    word: string;
  };
  seatClosures: {
    id: Generated<number>;
    locationID: number;
    place: number;
    beginsAt: Instant;
    endsAt: Instant;
    reason: string;
    creatorID: number;
    createdAt: Instant;
  };
  segmentationClicks: {
    id: Generated<number>;
    studyID: number;
    doctorID: number;
    clickedAt: Instant;
  };
  segmentationResults: {
    objectID: string;
    runID: string;
    number: number;
    label: number;
    finding: string | null;
    score: number | null;
    state: Generated<string>;
    decidedBy: number | null;
    decidedAt: Instant | null;
  };
  segmentations: {
    objectID: string;
    runID: string;
    studyID: number | null;
    accountID: number;
    status: string;
    progress: number | null;
    reason: string | null;
    result: Json | null;
    key: string | null;
    sizeBytes: number | null;
    requestedAt: Instant;
    finishedAt: Instant | null;
  };
  sessions: {
    tokenHash: Buffer;
    accountID: number;
    createdAt: Instant;
    expiresAt: Instant;
    secondFactor: string | null;
    sessionUUID: Generated<string>;
    userAgent: string | null;
    address: string | null;
    lastSeenAt: Instant | null;
    hostCookie: Generated<boolean>;
    asksForPasskeys: Generated<boolean>;
    ssoIssuer: string | null;
    ssoSessionID: string | null;
    confirmedAt: Instant | null;
  };
  shareEvents: {
    id: Generated<number>;
    studyID: number;
    shareUUID: string;
    at: Instant;
    action: string;
    device: string;
  };
  specialDays: {
    locationID: number;
    day: string;
    hours: Generated<Json>;
  };
  ssoIdentities: {
    issuer: string;
    subject: string;
    accountID: number;
    createdAt: Instant;
  };
  ssoPermits: {
    accountID: number;
    expiresAt: Instant;
  };
  studies: {
    id: Generated<number>;
    patientID: number;
    doctorID: number;
    patientName: string;
    doctorName: string;
    type: StudyType;
    status: Generated<string>;
    restored: Generated<boolean>;
    comment: Generated<string>;
    creatorID: number;
    createdAt: Instant;
    doneAt: Instant | null;
    objectID: string | null;
    deletedAt: Instant | null;
    patientDiffers: Generated<boolean>;
    patientConfirmation: string | null;
    acquisition: string | null;
    reportRequestedAt: Instant | null;
    reportNumber: number | null;
    reportRequestedBy: number | null;
    reportQuestion: Generated<string>;
    arrivedAt: Instant | null;
    examinedAt: Instant | null;
    examinedOffset: number | null;
    examinedPrecision: string | null;
    examinedSource: string | null;
    doubtfulDates: Json | null;
    isSilent: Generated<boolean>;
    accessionNumber: string | null;
    origin: Json | null;
  };
  studyDiscs: {
    studyID: number;
    objectID: string;
    runID: string;
    subject: string;
    status: string;
    progress: number | null;
    reason: string | null;
    key: string | null;
    sizeBytes: number | null;
    requestedAt: Instant;
  };
  studyMarkVersions: {
    studyID: number;
    objectID: string;
    accountID: number;
    revision: number;
    marks: Json;
    updatedAt: Instant;
    plan: Json | null;
  };
  studyMarks: {
    studyID: number;
    objectID: string;
    accountID: number;
    revision: number;
    marks: Json;
    updatedAt: Instant;
    plan: Json | null;
  };
  studyReports: {
    reportUUID: string;
    studyID: number;
    number: number;
    authorID: number;
    authorName: string;
    signedAt: Instant;
    reason: string;
    content: Json;
    document: Buffer;
    signedFor: Json | null;
  };
  sweptChannels: {
    channel: string;
    lastNumber: number;
  };
  tallies: {
    name: string;
    shard: number;
    total: number;
  };
  throttles: {
    key: string;
    failures: number;
    windowEndsAt: Instant;
    closedUntil: Instant | null;
  };
  totpSecrets: {
    accountID: number;
    sealedSecret: Buffer;
    createdAt: Instant;
    confirmedAt: Instant | null;
    lastStep: number | null;
    lastUsedAt: Instant | null;
  };
  uploadBundles: {
    uuid: string;
    uploadUUID: string;
    key: string;
    sizeBytes: number;
    digest: Buffer;
    holders: Generated<string[]>;
    etag: string | null;
    examined: string | null;
  };
  uploadFiles: {
    uploadUUID: string;
    filename: string;
    sizeBytes: number;
    key: string;
    partBytes: number | null;
    partsID: string | null;
    joinedFrom: Buffer | null;
    holders: Generated<string[]>;
    etag: string | null;
    bundleUUID: string | null;
    bundleOffset: number | null;
    sentBytes: number | null;
    method: string | null;
    crc32: number | null;
    sha256: Buffer | null;
  };
  uploadImages: {
    uploadUUID: string;
    images: number[];
  };
  uploadUsage: {
    accountID: number;
    day: string;
    sentFiles: Generated<number>;
    sentBytes: Generated<number>;
    unpackedFiles: Generated<number>;
    unpackedBytes: Generated<number>;
    parserMs: Generated<number>;
  };
  uploads: {
    uuid: string;
    studyID: number;
    status: Generated<string>;
    error: string | null;
    progress: number | null;
    creatorID: number;
    createdAt: Instant;
    completedAt: Instant | null;
    processedAt: Instant | null;
    runID: string | null;
    waitsFor: string | null;
    activeAt: Instant | null;
    preview: string | null;
    activeBy: number | null;
    activeProgram: Generated<boolean>;
    confirmedPatient: string | null;
    holdIfDiffers: Generated<boolean>;
    held: string | null;
    patientUnproven: Generated<boolean>;
    ifRepeated: string | null;
    isMetered: Generated<boolean>;
  };
  viewerLayouts: {
    layoutUUID: string;
    accountID: number;
    name: string;
    settings: Json;
    isDefault: boolean;
    createdAt: Instant;
  };
  webhookMessages: {
    id: Generated<number>;
    uuid: Generated<string>;
    webhookID: number;
    event: string;
    body: string;
    createdAt: Instant;
    attempts: Generated<number>;
    nextTryAt: Instant | null;
    deliveredAt: Instant | null;
    failedAt: Instant | null;
    answerStatus: number | null;
    durationMs: number | null;
    answer: string | null;
    error: string | null;
  };
  webhooks: {
    id: Generated<number>;
    name: string;
    url: string;
    events: string[];
    sealedSecret: Buffer;
    sealedPreviousSecret: Buffer | null;
    previousSecretUntil: Instant | null;
    createdAt: Instant;
    pausedAt: Instant | null;
    stoppedAt: Instant | null;
    deliveredAt: Instant | null;
  };
}
