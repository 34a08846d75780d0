import { randomUUID } from 'node:crypto';
import { getAnnotationVersion, listAnnotationVersions } from '@snimok/contract/viewing/annotation-versions';
import { getAnnotations } from '@snimok/contract/viewing/annotations';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { ticketOf, withTicket } from '../../../testing/callers/viewer.ts';

export const annotation = (text = '') => ({
  markID: randomUUID(),
  kind: 'length' as const,
  on: 'volume' as const,
  series: 0,
  frame: null,
  points: [
    [1.5, -2, 30],
    [11.5, -2, 30],
  ] as [number, number, number][],
  text,
  sizeMm: null,
});

/** A done study without a rendition, which annotations do not need. */
export const centre = async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'], name: 'Клиника на Невском' });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, status: 'done' });
  const assistant = await as(await make.assistant({ name: 'Ольга Петрова' }));
  const doctor = await as(owner);
  const openSession = async (client: TestClient, path: string) => {
    const headers = withTicket(ticketOf(await client.post(path)));
    return {
      read: async () => responseOf(getAnnotations, await nobody.get('/viewer/marks', headers)),
      versions: async () =>
        responseOf(listAnnotationVersions, await nobody.get('/viewer/marks/versions', headers)).versions,
      version: async (versionID: string) =>
        responseOf(getAnnotationVersion, await nobody.get(`/viewer/marks/versions/${versionID}`, headers)),
      savePlan: (revision: number, marks: unknown, plan: unknown) =>
        nobody.put('/viewer/marks', { revision, marks, plan }, headers),
      save: (revision: number, marks: unknown) => nobody.put('/viewer/marks', { revision, marks }, headers),
    };
  };
  return {
    ...server,
    assistant,
    studyID,
    patient,
    asAssistant: () => openSession(assistant, `/assistant/studies/${studyID}/remote-session`),
    asDoctor: () =>
      openSession(doctor, `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`),
  };
};
