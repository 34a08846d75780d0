import { Readable } from 'node:stream';
import { openSession } from '../../../people/accounts/sessions/sessions.ts';
import { disableAccount } from '../../../people/accounts/account-rows/accounts.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { updatePreview } from '../../../studies/uploads/upload-rows/preview-queries.ts';
import { previewPictureKey } from '../../../studies/uploads/sending/uploads.ts';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { storeStudyFiles } from '../../../testing/scans/dicom-object.ts';
import { requestCodes, grantProgramAccess } from '../../../testing/callers/program.ts';
import { startUploadOf } from '../../../testing/scans/sending.ts';
import { makeProtest, makeScan } from '../../../testing/scans/panorama.ts';
import type { TestServer } from '../../../testing/portal/server.ts';
import { createTokenWith } from '../../../testing/callers/api-token.ts';
import { large, webhookFacts } from './permission-matrix-bodies.fixture.ts';
import { ownBookingOverrides } from './permission-matrix-visits.fixture.ts';
import { makeDevice } from './permission-matrix-devices.fixture.ts';
import { makeImports } from './permission-matrix-imports.fixture.ts';
import { makeErasures } from './permission-matrix-erasures.fixture.ts';
import { makeReferrals } from './permission-matrix-referrals.fixture.ts';
import { makeMessenger } from './permission-matrix-messenger.fixture.ts';
import { makeBookings } from './permission-matrix-schedule.fixture.ts';
import { makeExternalShares } from './permission-matrix-shares.fixture.ts';
import { makeStudyReports } from './permission-matrix-study-reports.fixture.ts';

/** The kinds of caller, in the order of the columns of the status table. */
export const callers = [
  'nobody',
  'assistant',
  'owner',
  'sharedWith',
  'otherDoctor',
  'accountant',
  'disabled',
  'shareRecipient',
] as const;
export type Caller = (typeof callers)[number];

/** Two people of the owner's client, and one of the other doctor's. */
export const peopleOfClients = ['clinician', 'reception', 'otherClinician'] as const;

export type MatrixFixture = Awaited<ReturnType<typeof makeMatrixFixture>>;

/** Stands for the ids of rows that no test of the matrix needs. */
const NIL = '00000000-0000-4000-8000-000000000000';
const absentUUIDs = { keyImageUUID: NIL, passkeyUUID: NIL, layoutUUID: NIL, erasureUUID: NIL, lineUUID: NIL };

/** A merge of patients, without the facts that an undo would restore. */
const makeReassignment = async (
  { context, clock }: TestServer,
  { patient, other }: Patients,
  { owner, assistant, otherDoctor }: People,
): Promise<{ reassignmentID: number; otherPatientID: number; otherDoctorID: number }> => {
  const { id } = await context.db
    .insertInto('reassignments')
    .values({
      kind: 'merge',
      sourceID: patient.patientID,
      targetID: other.patientID,
      sourceDoctorID: owner.id,
      targetDoctorID: owner.id,
      creatorID: assistant.id,
      createdAt: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { reassignmentID: id, otherPatientID: other.patientID, otherDoctorID: otherDoctor.id };
};

const makeFilter = async (assistant: TestClient) => {
  const { body } = await assistant.post('/assistant/saved-filters', { name: 'Все', query: '' });
  return (body as { filterID: number }).filterID;
};

const makePeople = async ({ make }: TestServer) => {
  // only this account includes online booking and online viewing
  const owner = await make.doctor({ flags: ['schedule', 'remote-viewer'] });
  const otherDoctor = await make.doctor();
  return {
    owner,
    otherDoctor,
    assistant: await make.assistant(),
    sharedWith: await make.doctor(),
    accountant: await make.account('accountant'),
    disabled: await make.doctor(),
    clinician: await make.member(owner, 'doctor'),
    reception: await make.member(owner, 'reception'),
    otherClinician: await make.member(otherDoctor, 'doctor'),
  };
};
type People = Awaited<ReturnType<typeof makePeople>>;

const makePatients = async (
  { make, context, clock }: TestServer,
  { owner, sharedWith, disabled }: People,
) => {
  const patient = await make.patient({ doctor: owner });
  const { patientID } = patient;
  const shares = [sharedWith, disabled].map(({ id }) => ({ patientID, doctorID: id }));
  await context.db.insertInto('patientShares').values(shares).execute();
  const empty = await make.patient({ doctor: owner });
  const other = await make.patient({ doctor: owner });
  const binned = await make.patient({ doctor: owner });
  await context.db
    .updateTable('patients')
    .set({ deletedAt: clock.now() })
    .where('id', '=', binned.patientID)
    .execute();
  return { patient, empty, other, binned };
};
type Patients = Awaited<ReturnType<typeof makePatients>>;

const makeStudies = async (server: TestServer, { patient }: Patients, { otherDoctor }: People) => {
  const { make, context, clock } = server;
  await make.study({ doctor: otherDoctor, status: 'done' });
  const done = await make.study({ patient, status: 'done', picture: true });
  await storeStudyFiles(context, done.studyID, '2.25.1001', [radiograph()]);
  const inWork = await make.study({ patient });
  const toCancel = await make.study({ patient });
  const referred = await make.study({ patient });
  const scan = await makeScan(server, patient);
  const toArchive = await make.study({ patient, status: 'done' });
  const archived = await make.study({ patient, status: 'archived' });
  const archivedForOwner = await make.study({ patient, status: 'archived' });
  const binned = await make.study({ patient });
  await context.db
    .updateTable('studies')
    .set({ deletedAt: clock.now() })
    .where('id', '=', binned.studyID)
    .execute();
  return { done, inWork, toCancel, referred, scan, toArchive, archived, archivedForOwner, binned };
};
type Studies = Awaited<ReturnType<typeof makeStudies>>;

/** A granted program access, two requests for access to accept and decline, and a second access to revoke. */
const makeGrants = async (server: TestServer, assistant: TestClient) => {
  await grantProgramAccess(server, assistant);
  const grants = await server.context.db.selectFrom('desktopGrants').select('id').execute();
  return {
    grantID: grants[0]?.id ?? 0,
    accepted: await requestCodes(server.nobody),
    declined: await requestCodes(server.nobody),
    revoked: await grantProgramAccess(server, assistant),
  };
};

/** Stores the preview that is made from the bundles of an upload before the upload is completed. */
const givePreview = async ({ context: { db, storage } }: TestServer, uploadUUID: string) => {
  await storage.put(previewPictureKey(uploadUUID), Readable.from(['JPEG']));
  const picture = { width: 4, height: 3 };
  const preview = { imageCount: 1, patientInFiles: null, patientDiffers: false, picture };
  await updatePreview(db, uploadUUID, preview);
};

const findSessionOf = async ({ context }: TestServer, accountID: number) => {
  const { db } = context;
  const session = db.selectFrom('sessions').select('sessionUUID').where('accountID', '=', accountID);
  return (await session.executeTakeFirstOrThrow()).sessionUUID;
};

const makeAlert = async ({ context: { db } }: TestServer, accountID: number): Promise<number> => {
  const alert = { accountID, raisedAt: new Date(), studies: 2, threshold: 1, suspended: false };
  return (await db.insertInto('accessAlerts').values(alert).returning('id').executeTakeFirstOrThrow()).id;
};

/** A token, and a webhook that sent a test message. */
const makeIntegrations = async (server: TestServer, assistant: TestClient) => {
  const { tokenID } = await createTokenWith(server, assistant, { scopes: ['patients:read'] });
  const path = '/assistant/integrations/webhooks';
  const { webhookID } = (await assistant.post(path, webhookFacts)).body as { webhookID: number };
  const { body } = await assistant.post(`${path}/${webhookID}/test`);
  return { tokenID, webhookID, messageUUID: (body as { messageUUID: string }).messageUUID };
};

const makeInvitation = async (owner: TestClient): Promise<string> => {
  const person = { email: 'nurse@clinic.test', role: 'reception' };
  const { body } = await owner.post('/doctor/people/invitations', person);
  return (body as { invitationUUID: string }).invitationUUID;
};

/** Rows of every kind that belong to one doctor, and callers of every kind. */
// oxlint-disable-next-line max-lines-per-function -- one list of rows, in the order in which they need each other
export const makeMatrixFixture = async (server: TestServer) => {
  const { make, context, clock, as } = server;
  const people = await makePeople(server);
  const colleague = await make.doctor();
  const toRemove = await make.member(people.owner, 'doctor');
  const patients = await makePatients(server, people);
  const studies = await makeStudies(server, patients, people);
  const assistant = await as(people.assistant);
  const { uploadUUID } = await startUploadOf(assistant, studies.inWork.studyID);
  await givePreview(server, uploadUUID);
  const toCancel = await startUploadOf(assistant, studies.toCancel.studyID);
  await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, large);
  const { token, shareUUID, shareOverrides } = await makeExternalShares(server, people, studies.done);
  await disableAccount(context.db, people.disabled.id, clock.now());
  const grants = await makeGrants(server, assistant);
  const { erasureOverrides, erasablePatientID } = await makeErasures(server, people.owner, people.assistant);
  const { referralOverrides, ...referral } = await makeReferrals(server, studies.referred);
  const { templateToDelete, ...ofMessenger } = await makeMessenger(server, assistant, people);
  const studyReports = await makeStudyReports(server, studies.done, people);
  const imports = await makeImports(server, people.assistant);
  const ids = {
    ...referral,
    ...imports.ids,
    doctorID: people.owner.id,
    erasablePatientID,
    ...ofMessenger,
    accountID: (await make.assistant()).id,
    userCode: grants.accepted.user_code,
    alertID: await makeAlert(server, people.owner.id),
    grantID: grants.grantID,
    destinationID: 1_000_000,
    deliveryID: 1_000_000,
    patientID: patients.patient.patientID,
    ...(await makeReassignment(server, patients, people)),
    filterID: await makeFilter(assistant),
    ...studyReports.ids,
    studyID: studies.done.studyID,
    otherStudyID: studies.scan.studyID,
    protestID: await makeProtest(server, studies.done.studyID, people.assistant.id),
    studyUID: '2.25.1001',
    seriesUID: '2.25.1004',
    instanceUID: '2.25.3',
    frames: '1',
    tag: '7FE00010',
    series: 0,
    versionID: '1-1',
    file: 'jaws.glb',
    ...absentUUIDs,
    ...(await makeIntegrations(server, assistant)),
    invitationUUID: await makeInvitation(await as(people.owner)),
    uploadUUID,
    shareUUID,
    sessionUUID: await findSessionOf(server, people.assistant.id),
    deviceUUID: await makeDevice(server, people.assistant.id),
    ...(await makeBookings(server, assistant, people.owner.id)),
  };
  type IDs = typeof ids;
  /** The ids for endpoints that need rows of their own, for example a study with a panorama. */
  const idOverrides: Record<string, Partial<IDs>> = {
    ...studyOverrides(studies),
    ...erasureOverrides,
    ...imports.overrides,
    ...referralOverrides,
    ...shareOverrides,
    ...studyReports.overrides,
    'DELETE /assistant/messenger/templates/:templateID': templateToDelete,
    'POST /doctor/patients/:patientID/shares/:doctorID/mail': { doctorID: colleague.id },
    'DELETE /doctor/patients/:patientID/shares/:doctorID': { doctorID: colleague.id },
    'DELETE /doctor/patients/:patientID/shares/requests/:doctorID': { doctorID: people.otherDoctor.id },
    // the owner's next sessions would be limited to the choice of a password
    'PATCH /assistant/doctors/:doctorID/reset-password': { doctorID: colleague.id },
    'PUT /doctor/people/:accountID': { accountID: toRemove.id },
    'DELETE /doctor/people/:accountID': { accountID: toRemove.id },
    'DELETE /assistant/uploads/:uploadUUID': { uploadUUID: toCancel.uploadUUID },
    'DELETE /assistant/patients/:patientID': { patientID: patients.empty.patientID },
    'POST /assistant/patients/:patientID/undelete': { patientID: patients.binned.patientID },
    'POST /assistant/schedule/locations/:locationID/:date/:slotUUID': { slotUUID: ids.counterSlotUUID },
    ...ownBookingOverrides(ids),
    ...grantOverrides(grants),
    'POST /assistant/schedule/bookings/:bookingID/cancel': { bookingID: ids.otherBookingID },
    'POST /assistant/schedule/bookings/:bookingID/mail': { bookingID: ids.otherBookingID },
  };
  /** Headers with a new session for each request, as some endpoints end sessions. A disabled account still has a session row. */
  const headersOf = async (
    caller: Caller | (typeof peopleOfClients)[number],
  ): Promise<Record<string, string>> => {
    if (caller === 'nobody') return {};
    if (caller === 'shareRecipient') return { authorization: `Bearer ${token}` };
    return { cookie: `snimok_session=${(await openSession(context, people[caller].id)).token}` };
  };
  return {
    ids,
    idOverrides,
    colleague,
    headersOf,
    assistant: people.assistant,
    password: people.assistant.password,
    program: (await grantProgramAccess(server, assistant)).bearer,
    tokenWith: async (scopes: string[]) => (await createTokenWith(server, assistant, { scopes })).bearer,
  };
};

const grantOverrides = ({ declined, revoked }: Awaited<ReturnType<typeof makeGrants>>) => ({
  'PATCH /assistant/desktop-app/grant/:userCode/decline': { userCode: declined.user_code },
  'PATCH /assistant/desktop-app/grant/:userCode/revoke': { userCode: revoked.user_code },
});

const studyOverrides = ({ scan, inWork, archived, archivedForOwner, binned, toArchive }: Studies) => ({
  'GET /assistant/studies/:studyID/panorama': scan,
  'POST /assistant/studies/:studyID/panorama': scan,
  'PUT /assistant/studies/:studyID/panorama/arch': scan,
  'GET /assistant/studies/:studyID/panorama/values': scan,
  'POST /assistant/studies/:studyID/upload': { studyID: inWork.studyID },
  'PUT /assistant/studies/:studyID/archive': { studyID: toArchive.studyID },
  'PUT /assistant/studies/:studyID/restore': { studyID: archived.studyID },
  'PUT /doctor/patients/:patientID/studies/:studyID/restore': { studyID: archivedForOwner.studyID },
  'DELETE /assistant/studies/:studyID': { studyID: inWork.studyID },
  'POST /assistant/studies/:studyID/undelete': { studyID: binned.studyID },
});
