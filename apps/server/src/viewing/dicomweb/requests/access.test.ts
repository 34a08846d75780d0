import { expect, test } from 'vitest';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { STUDY, VOLUME, dataSetsIn, valuesOf, makeStudyWith } from '../dicomweb.fixture.ts';

const shared = async (flags: string[]) => {
  const server = await startServer();
  const { studyID } = await makeStudyWith(server, volume(3));
  const assistant = await server.as(await server.make.assistant());
  const share = await shareStudy(assistant, studyID, { flags });
  const get = (path: string) => server.nobody.get(`/external/dicomweb${path}`, shareHeaders(share.token));
  return { server, assistant, share, get };
};
const file = `/studies/${STUDY}/series/${VOLUME}/instances/2.25.20`;

test('a share with the download flag gives access to everything in its one study', async () => {
  const { server, get } = await shared(['download']);
  await makeStudyWith(server, [radiograph()]);
  const search = await get('/studies');
  expect(dataSetsIn(search.body)).toHaveLength(1);
  expect(valuesOf((await get(`/studies/${STUDY}/instances`)).body, '0020000E')).toEqual([
    VOLUME,
    VOLUME,
    VOLUME,
  ]);
  expect((await get(file)).status).toBe(200);
  expect((await get(`${file}/rendered`)).status).toBe(200);
});

test('a share with only the viewer flag gives access to metadata and frames, not to files', async () => {
  const { get } = await shared(['remote-viewer']);
  expect((await get(`${file}/metadata`)).status).toBe(200);
  expect((await get(`${file}/frames/1`)).status).toBe(200);
  expect((await get(file)).status).toBe(403);
  expect((await get(`/studies/${STUDY}`)).status).toBe(403);
});

test('deleting a share ends DICOMweb access at once', async () => {
  const { assistant, share, get } = await shared(['download']);
  expect((await get('/studies')).status).toBe(200);
  await assistant.delete(share.path);
  expect((await get('/studies')).status).toBe(404);
  expect((await get(file)).status).toBe(404);
});

test('retrieving a study file by file makes one audit record', async () => {
  const server = await startServer();
  const { doctor, studyID } = await makeStudyWith(server, volume(3));
  const client = await server.as(doctor);
  for (const uid of ['2.25.20', '2.25.21', '2.25.22']) {
    await client.get(`/dicomweb/studies/${STUDY}/series/${VOLUME}/instances/${uid}`);
  }
  await server.context.auditBuffer.flush();
  const records = await server.context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorID'])
    .where('studyID', '=', studyID)
    .where('action', '=', 'study.download')
    .execute();
  expect(records).toEqual([{ action: 'study.download', actorID: doctor.id }]);
});
