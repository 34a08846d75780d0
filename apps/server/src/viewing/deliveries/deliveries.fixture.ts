import { DEVICE_GRANT } from '@snimok/contract/people/auth';
import { claimDelivery, createDestination, listDeliveries } from '@snimok/contract/viewing/deliveries';
import { ProgramToken, requestGrant } from '@snimok/contract/people/program-access';
import { expect } from 'vitest';
import { client, type TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { type FileToSend, sendStudy } from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';

/** A computer of the clinic whose program this doctor has accepted. */
export const grantClinic = async ({ nobody, address }: TestServer, doctor: TestClient) => {
  const request = { client_id: 'desktop', scope: 'receive-studies', app_version: '0.1.0' };
  const codes = responseOf(requestGrant, await nobody.post('/auth/device', request));
  expect(codes.verification_uri_complete).toContain('/doctor-area/programs/');
  expect((await doctor.patch(`/doctor/programs/grant/${codes.user_code}/accept`)).status).toBe(204);
  const tokenRequest = { grant_type: DEVICE_GRANT, device_code: codes.device_code, client_id: 'desktop' };
  const { access_token: token } = ProgramToken.parse((await nobody.post('/auth/token', tokenRequest)).body);
  return { token, program: client(address, { authorization: `Bearer ${token}` }), codes };
};

/** A client with one patient, and a computer of hers that takes deliveries. */
export const startClinic = async () => {
  const server = await startServer();
  await server.work('process-upload');
  const doctor = await server.make.doctor();
  const owner = await server.as(doctor);
  const assistant = await server.as(await server.make.assistant());
  const patient = await server.make.patient({ doctor });
  const { patientID } = patient;
  const addDestination = async (port: number, options: object = {}) => {
    const body = { name: 'Romexis', calledAET: 'ROMEXIS', host: '127.0.0.1', port, tls: false };
    const created = await owner.post('/doctor/destinations', { ...body, automatic: ['cbct'], ...options });
    return responseOf(createDestination, created).destinationID;
  };
  const finishStudy = async (files: FileToSend[], type: 'cbct' | 'rg' = 'cbct') => {
    const { studyID } = await server.make.study({ patient, type });
    await sendStudy(assistant, studyID, files);
    return studyID;
  };
  const deliveriesOf = async (studyID: number, who = owner) => {
    const path = `/doctor/patients/${patientID}/studies/${studyID}/deliveries`;
    return responseOf(listDeliveries, await who.get(path)).deliveries;
  };
  const claim = async (program: TestClient) => {
    const reply = await program.post('/receiver/deliveries/claim?wait=0');
    return responseOf(claimDelivery, reply).delivery;
  };
  const clinic = await grantClinic(server, owner);
  return {
    ...server,
    server,
    doctor,
    owner,
    assistant,
    patientID,
    clinic,
    addDestination,
    finishStudy,
    deliveriesOf,
    claim,
  };
};
