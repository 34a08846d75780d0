import { randomUUID } from 'node:crypto';
import type { TestServer } from '../../../testing/portal/server.ts';

/** Rows of the status table for referrals and the examinations that they request. */
export const referralTable = `
GET    /doctor/examinations                                     401 403 200 200 200 403 401 401
GET    /doctor/referrals                                        401 403 200 200 200 403 401 401
POST   /doctor/referrals                                        401 403 201 403 403 403 401 401
GET    /doctor/referrals/:referralUUID                          401 403 200 404 404 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/referrals/:referralUUID/document                 401 403 200 404 404 403 401 401   401 403 404 404 404 403 401 401
POST   /doctor/referrals/:referralUUID/withdraw                 401 403 204 404 404 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/patients/:patientID/referrals                    401 403 200 200 403 403 401 401   401 403 404 404 404 403 401 401
GET    /assistant/referrals                                     401 200 403 403 403 403 401 401
GET    /assistant/referrals/waiting                             401 200 403 403 403 403 401 401
GET    /assistant/referrals/:referralUUID                       401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/referrals/:referralUUID/document              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/referrals/:referralUUID/accept                401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/referrals/:referralUUID/booking               401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/referrals/:referralUUID/decline               401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients/:patientID/referrals                 401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/examinations                                  401 200 403 403 403 403 401 401
POST   /assistant/examinations                                  401 201 403 403 403 403 401 401
PUT    /assistant/examinations/order                            401 409 403 403 403 403 401 401
PUT    /assistant/examinations/:examinationID                   401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
`;

const facts = { name: 'Зонография', studyType: 'rg' };

/** `examinationID` 1 exists in every database. */
export const referralBodies = {
  'POST /doctor/referrals': ({ ids }: { ids: Record<string, unknown> }) => ({
    referralUUID: randomUUID(),
    examinationID: 1,
    patient: { patientID: ids['patientID'] },
  }),
  'POST /assistant/referrals/:referralUUID/accept': () => ({}),
  'POST /assistant/referrals/:referralUUID/booking': ({ ids }: { ids: Record<string, unknown> }) => ({
    locationID: ids['locationID'],
    date: ids['date'],
    slotUUID: ids['referralSlotUUID'],
    patientPhone: '+79991234567',
  }),
  'POST /assistant/referrals/:referralUUID/decline': () => ({ reason: 'Уже выполнено' }),
  'POST /assistant/examinations': () => facts,
  'PUT /assistant/examinations/order': () => ({ examinationIDs: [] }),
  'PUT /assistant/examinations/:examinationID': () => facts,
};

const makeReferral = async (
  { context, clock }: TestServer,
  { patientID, doctorID }: { patientID: number; doctorID: number },
  decision: { status?: string; studyID?: number } = {},
) => {
  const referralUUID = randomUUID();
  await context.db
    .insertInto('referrals')
    .values({
      uuid: referralUUID,
      patientID,
      doctorID,
      creatorID: doctorID,
      createdAt: clock.now(),
      patientName: 'Иванов Иван',
      patientSex: 'male',
      examinationID: 1,
      examination: 'КЛКТ',
      studyType: 'cbct',
      ...decision,
    })
    .execute();
  return { referralUUID };
};

/** A referral to read, one that was accepted, and one for each endpoint that decides about it. */
export const makeReferrals = async (
  server: TestServer,
  { studyID, ...patient }: { studyID: number; patientID: number; doctorID: number },
) => ({
  examinationID: 1,
  ...(await makeReferral(server, patient)),
  referralOverrides: {
    'POST /doctor/referrals/:referralUUID/withdraw': await makeReferral(server, patient),
    'POST /assistant/referrals/:referralUUID/accept': await makeReferral(server, patient),
    'POST /assistant/referrals/:referralUUID/booking': await makeReferral(server, patient, {
      status: 'accepted',
      studyID,
    }),
    'POST /assistant/referrals/:referralUUID/decline': await makeReferral(server, patient),
  },
});
