import { randomUUID } from 'node:crypto';
import type { acceptReferral, getReferral } from '@snimok/contract/reception/referrals';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { startServer } from '../../testing/portal/server.ts';

export const newPatient = {
  name: 'Смирнова Ольга Петровна',
  sex: 'female',
  birthday: '1985-04-03',
  phone: '+7 999 555-44-33',
};

/** A client with a patient, two assistants, and an examination that may be requested. */
export const startCentre = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { make, as } = server;
  const owner = await make.doctor({ name: 'Клиника «Резец»', flags: ['schedule'] });
  const assistants = [
    await make.assistant({ name: 'Анна Орлова' }),
    await make.assistant({ name: 'Борис Крылов' }),
  ] as const;
  const doctor = await as(owner);
  const first = await as(assistants[0]);
  const second = await as(assistants[1]);
  const { body } = await doctor.get('/doctor/examinations');
  const { examinations } = body as { examinations: { examinationID: number; name: string }[] };
  const examinationID = examinations[0]?.examinationID ?? 0;
  const patient = await make.patient({ doctor: owner });
  const request = (change: Record<string, unknown> = {}) => ({
    referralUUID: randomUUID(),
    examinationID,
    patient: { patientID: patient.patientID },
    ...change,
  });
  /** Sends a referral and returns its id. */
  const send = async (change: Record<string, unknown> = {}): Promise<string> => {
    const sent = request(change);
    const reply = await doctor.post('/doctor/referrals', sent);
    if (reply.status !== 201) throw new Error(`not sent: ${reply.status} ${JSON.stringify(reply.body)}`);
    return sent.referralUUID;
  };
  return {
    server,
    owner,
    assistants,
    doctor,
    first,
    second,
    examinationID,
    examinations,
    patient,
    request,
    send,
  };
};

export const acceptOf = (client: TestClient, referralUUID: string, choice: Record<string, unknown> = {}) =>
  client.post(`/assistant/referrals/${referralUUID}/accept`, choice);

export const accepted = async (
  client: TestClient,
  referralUUID: string,
  choice: Record<string, unknown> = {},
) => {
  const { status, body } = await acceptOf(client, referralUUID, choice);
  if (status !== 200) throw new Error(`not accepted: ${status} ${JSON.stringify(body)}`);
  return body as ResponseOf<typeof acceptReferral>;
};

export const readReferral = async (client: TestClient, referralUUID: string) =>
  (await client.get(`/assistant/referrals/${referralUUID}`)).body as ResponseOf<typeof getReferral>;
