import { imageElements, part10, rawElements } from '@snimok/imaging/testing/raw-dicom';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { setExamined } from '../../../testing/scans/examined-at.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { dataSetsIn, makeStudyWith, RADIOGRAPH, STUDY, valuesOf, VOLUME } from '../dicomweb.fixture.ts';

const OTHER = '2.25.7001';

/** The studies of two patients: STUDY, of a woman at 09:30, and OTHER, of a man at 18:05 three days later. */
const startCentre = async () => {
  const server = await startServer();
  const { db, config } = server.context;
  const woman = await makeStudyWith(server, volume(2), 'Петрова Анна Ильинична');
  const man = await makeStudyWith(server, [radiograph()], 'Петров-Водкин Кузьма Сергеевич', OTHER);
  const facts = [
    {
      ...woman,
      sex: 'female',
      birthday: '1987-03-14',
      client: 'Клиника «Улыбка»',
      at: '2026-11-20 09:30:15',
    },
    {
      ...man,
      sex: 'male',
      birthday: '1990-12-31',
      client: 'Смирнов Олег Иванович',
      at: '2026-11-23 18:05:00',
    },
  ];
  for (const { studyID, patient, doctor, sex, birthday, client, at } of facts) {
    await db.updateTable('patients').set({ sex, birthday }).where('id', '=', patient.patientID).execute();
    await db.updateTable('accounts').set({ name: client }).where('id', '=', doctor.id).execute();
    const createdAt = new Date(`${at.replace(' ', 'T')}.400+03:00`);
    await db.updateTable('studies').set({ createdAt }).where('id', '=', studyID).execute();
    await setExamined(server.context, studyID, null);
  }
  expect(config.timeZone).toBe('Europe/Moscow');
  const assistant = await server.as(await server.make.assistant());
  const reply = (path: string) => assistant.get(`/dicomweb${path}`);
  const found = async (query: string, path = '/studies') => {
    const { status, body, headers } = await reply(`${path}?${encodeURI(query)}`);
    expect([query, [200, 204].includes(status), headers.get('warning')]).toEqual([query, true, null]);
    return status === 204 ? [] : valuesOf(body, '0020000D');
  };
  return { ...server, woman, man, assistant, reply, found };
};

test('each search key of studies matches the value that the response contains for it', async () => {
  const { found, woman, man } = await startCentre();
  const first = [STUDY];
  const both = [OTHER, STUDY];
  for (const [query, expected] of [
    ['StudyTime=093015', first],
    ['StudyTime=093015.000000', first],
    ['StudyTime=09', first],
    ['StudyTime=0930-1000', first],
    ['StudyTime=1000-0930', []],
    ['StudyTime=-1805', both],
    ['00080030=1805-', [OTHER]],
    ['StudyDate=20261120', first],
    ['StudyDate=20261123-20261120', []],
    ['StudyDate=20261120&StudyTime=0800-0900', []],
    // a range of dates and a range of times, if they have the same form, are one range
    ['StudyDate=20261119-20261123&StudyTime=1000-1200', first],
    ['StudyDate=20261120-&StudyTime=1000-', [OTHER]],
    [`StudyID=${woman.studyID}`, first],
    [`StudyID=0${woman.studyID}`, []],
    ['StudyID=*', both],
    [`StudyID=?`, woman.studyID > 9 ? [] : both],
    [`AccessionNumber=S${man.studyID}`, [OTHER]],
    ['AccessionNumber=S*', both],
    ['AccessionNumber=B*', []],
    [`PatientID=${woman.patient.patientID},${man.patient.patientID}`, both],
    [`PatientID=${woman.patient.patientID}\\Z`, first],
    ['PatientBirthDate=19870314', first],
    ['PatientBirthDate=19870315-', [OTHER]],
    ['PatientBirthDate=-19001231', []],
    ['PatientSex=F', first],
    ['PatientSex=M', [OTHER]],
    ['PatientSex=O', []],
    ['ReferringPhysicianName=Смирнов^Олег^Иванович', [OTHER]],
    ['ReferringPhysicianName=*улыбка*', first],
    ['ReferringPhysicianName=Смирнова', []],
    ['ReferringPhysicianName=олег смирн&fuzzymatching=true', [OTHER]],
    [`StudyInstanceUID=${STUDY},${OTHER}`, both],
    [`StudyInstanceUID=${STUDY}\\2.25.9`, first],
    ['PatientSex=F&StudyTime=18', []],
  ] as const)
    expect([query, await found(query)]).toEqual([query, expected]);
});

test('names match from their beginning, with wildcards, and by parts of words only with fuzzymatching', async () => {
  const { found, reply } = await startCentre();
  for (const [query, expected] of [
    ['Петрова', [STUDY]],
    ['ПЕТРОВА^анна', [STUDY]],
    ['Петрова^Анна^Ильинична', [STUDY]],
    ['Анна', []],
    ['Петров', [OTHER]],
    ['Петров*', [OTHER, STUDY]],
    ['Петров?^А*', [STUDY]],
    ['Петров-Водкин', [OTHER]],
    ['*Кузьма*', [OTHER]],
    ['*^Анна', [STUDY]],
    ['П*', [OTHER, STUDY]],
    ['**', [OTHER, STUDY]],
    ['^^', []],
    ['!!!', []],
    ['Петрова\\Петров', [OTHER, STUDY]],
    ['%', []],
    ["' or 1=1 --", []],
    ['Пётрова', [STUDY]],
    ['анна петр&fuzzymatching=true', [STUDY]],
    ['!!!&fuzzymatching=true', []],
  ] as const)
    expect([query, await found(`PatientName=${query}`)]).toEqual([query, expected]);
  expect((await reply(`/studies?PatientName=${'*а'.repeat(70)}`)).status).toBe(400);
});

test('an invalid value is refused, and a key that is not matched is named in a Warning header', async () => {
  const { reply } = await startCentre();
  for (const query of [
    'StudyTime=9:30',
    'StudyTime=25',
    'StudyDate=2026',
    'StudyDate=00000101',
    'PatientBirthDate=yesterday',
    'PatientBirthDate=19870230',
    'fuzzymatching=perhaps',
    'PatientID=1&00100020=2',
    `PatientID=${'1'.repeat(129)}`,
    `PatientID=${'1*,'.repeat(21)}`,
    'PatientName=%00',
  ])
    expect([query, (await reply(`/studies?${query}`)).status]).toEqual([query, 400]);
  for (const query of [
    'StudyDescription=7',
    'constructor=1',
    '00400275.00400009=7',
    'Modality=CT',
    'PatientName.=1',
  ]) {
    const warning = (await reply(`/studies?${query}`)).headers.get('warning');
    expect([query, warning]).toEqual([query, expect.stringContaining(query.split('=')[0] ?? '')]);
  }
  const many = Array.from({ length: 1000 }, (_, at) => `Key${at}=1`).join('&');
  const { status, headers } = await reply(`/studies?${many}`);
  expect([status, headers.get('warning')]).toEqual([200, expect.stringContaining('Key19 and 980 more')]);
});

/** An image of a step that was performed and of two requests. */
const requestedImage = () => {
  const shape = { rows: 2, columns: 2, bits: 8, samples: 1, photometric: 'MONOCHROME2' } as const;
  const request = (step: string, procedure: string) => [
    { tag: 0x00400009, vr: 'SH', value: step },
    { tag: 0x00401001, vr: 'SH', value: procedure },
  ];
  return part10(
    '1.2.840.10008.1.2.1',
    rawElements([
      { tag: TAG.sopInstanceUID, vr: 'UI', value: '2.25.91' },
      { tag: TAG.modality, vr: 'CS', value: 'IO' },
      { tag: TAG.studyInstanceUID, vr: 'UI', value: OTHER },
      { tag: TAG.seriesInstanceUID, vr: 'UI', value: '2.25.90' },
      { tag: TAG.seriesNumber, vr: 'IS', value: '7' },
      ...imageElements(shape).filter(({ tag }) => tag > TAG.seriesNumber),
      { tag: 0x00400244, vr: 'DA', value: '20261123' },
      { tag: 0x00400245, vr: 'TM', value: '1801' },
      { tag: 0x00400275, vr: 'SQ', value: [request('S1', 'P1'), request('S2', 'P2')] },
      { tag: TAG.pixelData, vr: 'OB', value: Uint8Array.of(1, 2, 3, 4) },
    ]),
  );
};

const REQUEST = 'RequestAttributesSequence';

test('each search key of series and instances selects, also in metadata that an earlier version stored', async () => {
  const server = await startServer();
  const { studyID } = await makeStudyWith(server, [
    ...volume(2),
    radiograph(),
    { filename: 'io.dcm', bytes: requestedImage() },
  ]);
  await server.work('make-metadata', 'delete-unused-files');
  const assistant = await server.as(await server.make.assistant());
  const series = async (query: string) => {
    const { body, headers } = await assistant.get(`/dicomweb/studies/${STUDY}/series?${encodeURI(query)}`);
    expect([query, headers.get('warning')]).toEqual([query, null]);
    return body ? valuesOf(body, '0020000E') : [];
  };
  const { db } = server.context;
  const objectID = db.selectFrom('studies').select('objectID').where('id', '=', studyID);
  const withoutLater = sql<string>`attributes - '00400244' - '00400245' - '00400275'`;
  await db
    .updateTable('objectInstances')
    .set({ attributes: withoutLater })
    .where('objectID', '=', objectID)
    .execute();
  expect(await series('SeriesNumber=7')).toEqual(['2.25.90']);
  for (const [query, expected] of [
    ['PerformedProcedureStepStartDate=20261123', ['2.25.90']],
    ['PerformedProcedureStepStartDate=20261124-', []],
    ['00400245=1800-1802', ['2.25.90']],
    ['PerformedProcedureStepStartTime=1802-', []],
    [`${REQUEST}.ScheduledProcedureStepID=S2`, ['2.25.90']],
    ['00400275.00401001=P*', ['2.25.90']],
    [`${REQUEST}.ScheduledProcedureStepID=S1&${REQUEST}.RequestedProcedureID=P1`, ['2.25.90']],
    [`${REQUEST}.ScheduledProcedureStepID=S1&${REQUEST}.RequestedProcedureID=P2`, []],
    ['Modality=IO,CT', [VOLUME, '2.25.90']],
    ['SeriesNumber=07', ['2.25.90']],
    ['SeriesDescription=клкт', [VOLUME, RADIOGRAPH]],
    ['SeriesDescription=К?К*', [VOLUME, RADIOGRAPH]],
  ] as const)
    expect([query, await series(query)]).toEqual([query, expected]);
  const instances = async (query: string) =>
    valuesOf((await assistant.get(`/dicomweb/studies/${STUDY}/instances?${query}`)).body || [], '00080018');
  expect(await instances('Modality=IO')).toEqual(['2.25.91']);
  expect(await instances('PerformedProcedureStepStartTime=18')).toEqual(['2.25.91']);
  expect(await instances('InstanceNumber=02&Modality=CT')).toEqual(['2.25.21']);
  expect(await instances('SOPInstanceUID=2.25.20,2.25.3,2.25.4')).toEqual(['2.25.20', '2.25.3']);
  expect(await instances('SOPClassUID=1.2.840.10008.5.1.4.1.1.2')).toEqual(['2.25.20', '2.25.21']);
  const { body } = await assistant.get(`/dicomweb/studies/${STUDY}/series?Modality=IO`);
  expect(dataSetsIn(body)[0]).toMatchObject({
    '00400244': { vr: 'DA', Value: ['20261123'] },
    '00400275': { vr: 'SQ', Value: [{ '00400009': { Value: ['S1'] } }, { '00401001': { Value: ['P2'] } }] },
  });
});

test('a search for series or instances across all studies accepts the keys of studies', async () => {
  const { reply, found, woman, man, as } = await startCentre();
  expect(await found('', '/series')).toEqual([OTHER, STUDY]);
  expect(await found('Modality=CT', '/series')).toEqual([STUDY]);
  expect(await found('PatientSex=M', '/series')).toEqual([OTHER]);
  expect(await found('PatientSex=M&Modality=CT', '/series')).toEqual([]);
  expect(await found('', '/instances')).toEqual([OTHER, STUDY, STUDY]);
  expect(await found('SOPInstanceUID=2.25.21', '/instances')).toEqual([STUDY]);
  expect(await found(`StudyInstanceUID=${OTHER}`, '/instances')).toEqual([OTHER]);
  const [series] = dataSetsIn((await reply(`/series?SeriesInstanceUID=${VOLUME}`)).body);
  expect(series).toMatchObject({
    '00100020': { Value: [String(woman.patient.patientID)] },
    '00081190': { Value: [expect.stringMatching(new RegExp(`/studies/${STUDY}/series/${VOLUME}$`))] },
    '00201209': { Value: [2] },
    '00080020': { Value: ['20261120'] },
  });
  expect(Object.keys(series!)).toEqual(Object.keys(series!).toSorted());
  const page = await reply('/instances?limit=1&offset=1');
  expect(valuesOf(page.body, '00080018')).toEqual(['2.25.20']);
  expect(page.headers.get('warning')).toContain('There are 1 additional results');
  expect((await reply('/series?limit=1')).headers.get('warning')).toContain('There are 1 additional results');
  expect((await reply('/series?StudyDescription=7')).headers.get('warning')).toContain('StudyDescription');
  expect((await reply('/instances?offset=3')).status).toBe(204);

  const client = await as(man.doctor);
  expect(valuesOf((await client.get('/dicomweb/series')).body, '0020000D')).toEqual([OTHER]);
  expect(valuesOf((await client.get('/dicomweb/instances')).body, '0020000D')).toEqual([OTHER]);
  expect((await client.get(`/dicomweb/instances?StudyInstanceUID=${STUDY}`)).status).toBe(204);
});

test('an instance that several studies contain is found once', async () => {
  const server = await startServer();
  await makeStudyWith(server, volume(2));
  await makeStudyWith(server, [...volume(1), radiograph()]);
  const assistant = await server.as(await server.make.assistant());
  const found = valuesOf((await assistant.get('/dicomweb/instances')).body, '00080018');
  expect(found.toSorted()).toEqual(['2.25.20', '2.25.21', '2.25.3']);
  expect(valuesOf((await assistant.get('/dicomweb/series')).body, '00201209')).toEqual([2, 1]);
});

test('a search waits for metadata that are being made, and names in a warning what it omits of very many studies', async () => {
  const server = await startServer();
  const { db } = server.context;
  const { studyID } = await makeStudyWith(server, volume(2));
  const assistant = await server.as(await server.make.assistant());
  const { objectID } = await db.selectFrom('objectMetadata').select('objectID').executeTakeFirstOrThrow();
  await db.updateTable('objectMetadata').set({ format: 1 }).execute();
  await server.work('make-metadata', 'delete-unused-files');
  expect(valuesOf((await assistant.get('/dicomweb/instances')).body, '00080018')).toHaveLength(2);

  await sql`
    with copies as (
      insert into objects (id, key, size_bytes, sha256, image_count, study_instance_uid, created_at)
      select gen_random_uuid(), 'copies/' || n, size_bytes, sha256, image_count, '2.25.9.' || n, created_at
      from objects, generate_series(1, 500) n where id = ${objectID} returning id)
    insert into studies (creator_id, patient_id, doctor_id, patient_name, doctor_name, type, status, object_id, created_at)
    select creator_id, patient_id, doctor_id, patient_name, doctor_name, type, status, copies.id, created_at + interval '1 hour'
    from studies, copies where studies.id = ${studyID}`.execute(db);
  const { status, headers } = await assistant.get('/dicomweb/series?Modality=MR');
  expect([status, headers.get('warning')]).toEqual([204, expect.stringContaining('newest 500 matching')]);
  expect(headers.get('warning')).toContain('500 studies were not searched');
  await db.updateTable('objects').set({ imageCount: 900 }).execute();
  const large = (await assistant.get('/dicomweb/instances?Modality=MR')).headers.get('warning');
  expect(large).toContain('newest 22 matching');
  const narrowed = await assistant.get(`/dicomweb/series?StudyID=${studyID}`);
  expect([narrowed.status, narrowed.headers.get('warning')]).toEqual([200, null]);
});
