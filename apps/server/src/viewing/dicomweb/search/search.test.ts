import { expect, test } from 'vitest';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { STUDY, VOLUME, dataSetsIn, valuesOf, makeStudyWith } from '../dicomweb.fixture.ts';

test('a processed study is found with its patient, series and instances', async () => {
  const server = await startServer();
  await server.work('process-upload', 'make-metadata');
  const assistant = await server.as(await server.make.assistant());
  const { studyID, patientID } = await server.make.study();
  await sendStudy(assistant, studyID, volume(5));
  const { body, headers } = await assistant.get(`/dicomweb/studies?PatientID=${patientID}`);
  expect(headers.get('content-type')).toContain('application/dicom+json');
  expect(dataSetsIn(body)).toHaveLength(1);
  expect(dataSetsIn(body)[0]).toMatchObject({
    '0020000D': { vr: 'UI', Value: [STUDY] },
    '00100020': { vr: 'LO', Value: [String(patientID)] },
    '00080061': { vr: 'CS', Value: ['CT'] },
    '00201206': { vr: 'IS', Value: [1] },
    '00201208': { vr: 'IS', Value: [5] },
    '00080056': { vr: 'CS', Value: ['ONLINE'] },
  });
  expect(Object.keys(dataSetsIn(body)[0]!)).toEqual(Object.keys(dataSetsIn(body)[0]!).toSorted());

  const series = await assistant.get(`/dicomweb/studies/${STUDY}/series`);
  expect(valuesOf(series.body, '0020000E')).toEqual([VOLUME]);
  expect(valuesOf(series.body, '00201209')).toEqual([5]);
  const instances = await assistant.get(`/dicomweb/studies/${STUDY}/series/${VOLUME}/instances`);
  expect(valuesOf(instances.body, '00200013')).toEqual([1, 2, 3, 4, 5]);
  expect(valuesOf(instances.body, '00280010')).toEqual([24, 24, 24, 24, 24]);
});

test('studies are searched by name, date and UID, and unmatched parameters are named in a warning', async () => {
  const server = await startServer();
  const { patient } = await makeStudyWith(server, volume(3));
  await makeStudyWith(server, [radiograph()], 'Сидоров Пётр');
  const assistant = await server.as(await server.make.assistant());
  const patientIDsFor = async (query: string) =>
    valuesOf((await assistant.get(`/dicomweb/studies?${query}`)).body || [], '00100020');
  // both contain the same DICOM study, so only the newest is listed
  expect(await patientIDsFor('')).toHaveLength(1);
  expect(await patientIDsFor(`PatientName=${encodeURIComponent('петрова*')}`)).toEqual([]);
  await server.context.db
    .updateTable('objects')
    .set({ studyInstanceUID: '2.25.5' })
    .where(
      'id',
      '=',
      server.context.db
        .selectFrom('studies')
        .select('objectID')
        .where('patientID', '!=', patient.patientID)
        .limit(1),
    )
    .execute();
  const expected = [String(patient.patientID)];
  expect(await patientIDsFor('')).toHaveLength(2);
  expect(await patientIDsFor(`PatientName=${encodeURIComponent('петрова^анна*')}`)).toEqual(expected);
  expect(await patientIDsFor(`00100010=${encodeURIComponent('Петрова')}&limit=1`)).toEqual(expected);
  expect(await patientIDsFor(`StudyInstanceUID=${STUDY}`)).toEqual(expected);
  expect(await patientIDsFor('StudyDate=19000101-20000101')).toEqual([]);
  expect(await patientIDsFor('StudyDate=20200101-')).toHaveLength(2);
  expect(await patientIDsFor('offset=1')).toHaveLength(1);
  expect((await assistant.get('/dicomweb/studies?PatientName=ab&fuzzymatching=true')).status).toBe(400);
  expect((await assistant.get('/dicomweb/studies?StudyDate=2026-11-21')).status).toBe(400);
  expect((await assistant.get('/dicomweb/studies?limit=many')).status).toBe(400);
  const { headers } = await assistant.get('/dicomweb/studies?StudyDescription=7&emptyvaluematching=true');
  expect(headers.get('warning')).toContain('StudyDescription, emptyvaluematching');
  expect((await assistant.get('/dicomweb/studies?PatientID=nobody')).status).toBe(204);
});

test('a study is found by its own accession number and by no other', async () => {
  const server = await startServer();
  const { studyID } = await makeStudyWith(server, volume(3));
  const assistant = await server.as(await server.make.assistant());
  const found = async (query: string) =>
    valuesOf((await assistant.get(`/dicomweb/studies?${query}`)).body || [], '00080050');
  for (const query of [
    `AccessionNumber=S${studyID}`,
    `00080050=S${studyID}`,
    `AccessionNumber=*S${studyID}*`,
  ])
    expect([query, await found(query)]).toEqual([query, [`S${studyID}`]]);
  for (const number of [`S${studyID + 1}`, `${studyID}`, `B${studyID}`, 'A-17'])
    expect([number, (await assistant.get(`/dicomweb/studies?AccessionNumber=${number}`)).status]).toEqual([
      number,
      204,
    ]);
});

test('an imported study has the accession number of its archive instead of the worklist’s', async () => {
  const server = await startServer();
  const { db } = server.context;
  const { studyID } = await makeStudyWith(server, volume(3));
  const other = await makeStudyWith(server, [radiograph()], 'Ёлкина Вера', '2.25.7001');
  const accessionNumber = 'A_2009-17';
  await db.updateTable('studies').set({ accessionNumber }).where('id', '=', studyID).execute();
  const assistant = await server.as(await server.make.assistant());
  for (const [number, expected] of [
    [accessionNumber, [accessionNumber]],
    ['A?2009*', [accessionNumber]],
    ['A__009-17', []],
    ['a_2009-17', []],
    [`S${studyID}`, []],
    ['S*', [`S${other.studyID}`]],
    [`${accessionNumber}\\S${other.studyID}`, [`S${other.studyID}`, accessionNumber]],
  ] as const) {
    const reply = await assistant.get(`/dicomweb/studies?AccessionNumber=${encodeURIComponent(number)}`);
    expect([number, valuesOf(reply.body || [], '00080050')]).toEqual([number, expected]);
  }
});

test('the patient’s doctor and a doctor with a patient share find a study, another doctor does not', async () => {
  const server = await startServer();
  const { doctor, patient } = await makeStudyWith(server, volume(3));
  const otherDoctor = await server.make.doctor();
  const sharedWith = await server.make.doctor();
  await server.context.db
    .insertInto('patientShares')
    .values({ patientID: patient.patientID, doctorID: sharedWith.id })
    .execute();
  for (const [who, status] of [
    [doctor, 200],
    [sharedWith, 200],
    [otherDoctor, 204],
  ] as const) {
    const client = await server.as(who);
    expect((await client.get('/dicomweb/studies')).status).toBe(status);
    expect((await client.get(`/dicomweb/studies/${STUDY}/series`)).status).toBe(status === 204 ? 404 : 200);
  }
});

test('a search returns a whole series, and a search with a limit says how many results remain', async () => {
  const server = await startServer();
  await makeStudyWith(server, volume(240));
  const assistant = await server.as(await server.make.assistant());
  const series = `/dicomweb/studies/${STUDY}/series/${VOLUME}/instances`;
  for (const path of [series, `/dicomweb/studies/${STUDY}/instances`]) {
    const whole = await assistant.get(path);
    expect(valuesOf(whole.body, '00200013')).toEqual(Array.from({ length: 240 }, (_, index) => index + 1));
    expect(whole.headers.get('warning')).toBeNull();
  }
  const warningOf = async (path: string) => (await assistant.get(path)).headers.get('warning');
  const remaining = (count: number) =>
    `299 ${server.address}/api/1/dicomweb: There are ${count} additional results that can be requested`;
  expect(await warningOf(`${series}?limit=100`)).toBe(remaining(140));
  expect(await warningOf(`${series}?limit=100&offset=100`)).toBe(remaining(40));
  expect(await warningOf(`${series}?limit=100&offset=140`)).toBeNull();
  expect(await warningOf(`${series}?limit=100&offset=300`)).toBeNull();
  const both = await warningOf(`${series}?limit=239&PatientName=Anna`);
  expect(both).toContain('PatientName');
  expect(both).toContain(remaining(1));

  await makeStudyWith(server, [radiograph()], 'Сидоров Пётр');
  await server.context.db
    .updateTable('objects')
    .set({ studyInstanceUID: '2.25.5' })
    .where('id', '=', server.context.db.selectFrom('objects').select('id').orderBy('createdAt').limit(1))
    .execute();
  expect(await warningOf('/dicomweb/studies?limit=1')).toBe(remaining(1));
  expect(await warningOf('/dicomweb/studies?limit=1&offset=1')).toBeNull();
  expect(await warningOf('/dicomweb/studies')).toBeNull();
});
