import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPatientStudies } from '@snimok/contract/studies/studies';
import { panoramicImage } from '@snimok/imaging/dicom/images';
import { expect, test } from 'vitest';
import { certificateAuthority } from '../../testing/outside/certificates.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { freePort } from '../../testing/requests-and-waiting/free-port.ts';
import { grantProgramAccess } from '../../testing/callers/program.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { acquisitionPC } from '../../testing/callers/upload-program.ts';

const NAME = 'Ёлкина Анна';
const STATEMENT = join(import.meta.dirname, '../../../../../docs/dicom-conformance.md');
const MACHINE = join(import.meta.dirname, '../../testing/outside/machine.py');

/** Runs a program to its end and returns its output. */
const run = (program: string, args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, PYTHONPATH: process.env.PYNETDICOM };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject).on('close', () => resolve(output));
  });

/** A centre with one study that waits for its image, and a PC whose program receives by TLS from the machine XRAY. */
const startCentre = async () => {
  const server = await startServer();
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  const { token } = await grantProgramAccess(server, assistant);
  const doctor = await server.make.doctor();
  const { patientID } = await server.make.patient({ doctor, name: NAME });
  const card = { name: NAME, birthday: '1987-03-14', sex: 'female', phone: null };
  await assistant.put(`/assistant/patients/${patientID}`, card);
  const patient = { patientID, doctorID: doctor.id };
  const { studyID } = await server.make.study({ patient, type: 'rg' });
  const pc = acquisitionPC({ address: server.address, token });
  const { ca, issue } = certificateAuthority(pc.home, 'centre');
  const own = issue('receiver');
  const machine = issue('machine');
  const port = await freePort();
  const listenPort = await freePort();
  const receive = async () => {
    const running = pc.start(
      'receive',
      '--port',
      String(port),
      '--quiet',
      '1',
      '--every',
      '1',
      '--from',
      'XRAY@127.0.0.1',
      '--tls-cert',
      own.cert,
      '--tls-key',
      own.key,
      '--tls-client-ca',
      ca,
      '--commit-to',
      `XRAY@127.0.0.1:${listenPort}`,
    );
    await running.printed(/Принимаем снимки/);
    return running;
  };
  const tls = ['+tls', machine.key, machine.cert, '+cf', ca];
  const titles = ['-v', '-aet', 'XRAY', '-aec', 'SNIMOK'];
  const dcmtk = (program: string, ...args: string[]) =>
    run(program, [...titles, ...tls, '127.0.0.1', String(port), ...args]);
  const pynetdicom = async (command: string, uids: string[], ...args: string[]) => {
    const files = ['--tls', machine.key, machine.cert, ca];
    const output = await run('python3', [MACHINE, command, String(port), ...uids, ...args, ...files]);
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
  };
  const study = async () => {
    const path = `/assistant/patients/${patientID}/studies`;
    const { studies } = responseOf(listPatientStudies, await assistant.get(path));
    expect(studies.map((one) => one.studyID)).toEqual([studyID]);
    return studies[0];
  };
  return { ...server, pc, studyID, receive, dcmtk, pynetdicom, study, listenPort };
};

const UID = '2.25.100.2';

const imageFor = (accessionNumber: string) =>
  panoramicImage(
    {
      patient: { name: NAME, id: '1', birthDate: '1987-03-14', sex: 'F' },
      takenOn: '2026-11-23',
      studyInstanceUID: '2.25.100',
      seriesInstanceUID: '2.25.100.1',
      seriesNumber: 1,
      seriesDescription: 'ОПТГ',
      manufacturer: 'Снимок',
      model: 'Проба',
      accessionNumber,
    },
    {
      sopInstanceUID: UID,
      rows: 8,
      columns: 8,
      values: new Uint16Array(64),
      imagerPixelSpacingMm: [0.1, 0.1],
    },
  );

test('over TLS a patient’s worklist item, step, image and commitment survive kills of the upload program', async () => {
  const { pc, studyID, receive, dcmtk, pynetdicom, study, listenPort } = await startCentre();
  const number = `S${studyID}`;
  let running = await receive();
  const killAndRestart = async () => {
    running.program.child.kill('SIGKILL');
    await running.program.ended;
    running = await receive();
  };
  expect(await dcmtk('echoscu')).toContain('Received Echo Response (Success)');
  const query = ['-k', 'PatientName', '-k', 'AccessionNumber'];
  expect(await dcmtk('findscu', '-W', ...query)).toContain(`[${number}]`);

  const step = ['--accession', number, '--patient', 'Ёлкина^Анна'];
  expect(await pynetdicom('create', ['2.25.9'], ...step)).toEqual({ status: 0 });
  await killAndRestart();
  await until('the card to show the step', async () => (await study())?.acquisition === 'in-progress');
  expect(await pynetdicom('create', ['2.25.9'], ...step)).toEqual({ status: 0x0111 });
  expect(await pynetdicom('set', ['2.25.8'], '--status', 'COMPLETED')).toEqual({ status: 0x0112 });
  expect(await pynetdicom('set', ['2.25.9'], '--status', 'COMPLETED')).toEqual({ status: 0 });
  expect(await pynetdicom('set', ['2.25.9'], '--status', 'COMPLETED')).toEqual({ status: 0x0110 });
  await until('the card to show its end', async () => (await study())?.acquisition === 'completed');

  const path = join(pc.home, 'image.dcm');
  writeFileSync(path, imageFor(number));
  expect(await dcmtk('storescu', path)).toContain('Received Store Response (Success)');
  expect(await pynetdicom('commit', [UID], '--detached')).toEqual({ status: 0 });
  await killAndRestart();
  // the machine repeats its request and listens for the result
  const committed = { status: 0, event: 1, transaction: '2.25.77', stored: [UID], failed: {} };
  expect(await pynetdicom('commit', [UID], '--listen', String(listenPort))).toEqual(committed);
  expect(await study()).toMatchObject({ status: 'done', imageCount: 1 });
  // the image is stored now, so the result comes in the association of the request
  const again = await pynetdicom('commit', [UID], '--transaction', '2.25.78');
  expect(again).toEqual({ ...committed, transaction: '2.25.78' });
  await running.stop();
});

test('dcmtk and pynetdicom query the worklist by birth date, sex and a time range over midnight', async () => {
  const { studyID, receive, dcmtk, pynetdicom } = await startCentre();
  const number = `S${studyID}`;
  const running = await receive();
  const findscu = (...keys: string[]) =>
    dcmtk('findscu', '-W', '-k', 'AccessionNumber', ...keys.flatMap((key) => ['-k', key]));
  for (const keys of [
    ['PatientBirthDate=19870314', 'PatientSex=F'],
    ['PatientBirthDate=19870101-19871231'],
    ['PatientSex=*', 'PatientBirthDate=*'],
    ['ScheduledProcedureStepSequence[0].Modality=P?'],
  ])
    expect([keys, await findscu(...keys)]).toEqual([keys, expect.stringContaining(`[${number}]`)]);
  for (const keys of [
    ['PatientBirthDate=19870315'],
    ['PatientBirthDate=19871231-19870101'],
    ['PatientSex=M'],
    ['StudyInstanceUID=2.25.1'],
    ['ScheduledProcedureStepSequence[0].ScheduledPerformingPhysicianName=Ivanov*'],
  ])
    expect([keys, await findscu(...keys)]).toEqual([keys, expect.not.stringContaining(`[${number}]`)]);

  const find = (...keys: string[]) => pynetdicom('find', [], ...keys.flatMap((key) => ['--key', key]));
  const night = [
    'Step.ScheduledProcedureStepStartDate=20000101-20991231',
    'Step.ScheduledProcedureStepStartTime=23-00',
  ];
  expect(await find(...night)).toEqual({ statuses: [0xff00, 0], numbers: [number] });
  expect(await find('PatientSex=M')).toEqual({ statuses: [0], numbers: [] });
  expect(await find('PatientSex=F', 'InstitutionName=X')).toEqual({
    statuses: [0xff01, 0],
    numbers: [number],
  });
  expect(await find('PatientBirthDate=19879999')).toEqual({ statuses: [0xa900], numbers: [] });
  await running.stop();
});

/** The UIDs in the second column of the table below a heading of the conformance statement. */
const statedUnder = (heading: string): string[] => {
  const [, section = ''] = readFileSync(STATEMENT, 'utf8').split(`${heading}\n`);
  const [text = ''] = section.split(/\n##/);
  return [...text.matchAll(/^\| [^|]+ \| ([\d.]+)…? \|/gm)].map(([, uid]) => uid!);
};

test('pynetdicom is accepted with exactly the SOP classes and transfer syntaxes that the conformance statement names', async () => {
  const { receive, pynetdicom } = await startCentre();
  const running = await receive();
  const services = statedUnder('#### 2.1.2 SOP classes and presentation contexts');
  const storage = services.at(-1);
  const images = statedUnder('### 2.4 Transfer syntaxes');
  expect([services.length, images.length > 20]).toEqual([5, true]);
  const implicit = '1.2.840.10008.1.2';
  const explicit = '1.2.840.10008.1.2.1';
  const good = [
    ...services.slice(0, -1).flatMap((uid) => [`${uid}=${implicit}`, `${uid}=${explicit}`]),
    // Secondary Capture, Encapsulated PDF and below CT stand for all storage classes
    ...['7', '104.1'].map((last) => `${storage}${last}=${implicit}`),
    ...images.map((uid) => `${storage}2=${uid}`),
  ];
  // Study Root FIND and MOVE, Print; a video, and a compression of a query
  const bad = {
    [`1.2.840.10008.5.1.4.1.2.2.1=${implicit}`]: 3,
    [`1.2.840.10008.5.1.4.1.2.2.2=${implicit}`]: 3,
    [`1.2.840.10008.5.1.1.9=${implicit}`]: 3,
    [`${storage}2=1.2.840.10008.1.2.4.102`]: 4,
    [`${services[1]}=1.2.840.10008.1.2.1.99`]: 4,
  };
  const { implementation, accepted, rejected } = await pynetdicom('negotiate', [
    ...good,
    ...Object.keys(bad),
  ]);
  expect(implementation).toBe('2.25.156072463087461902371446250937021862593');
  expect((accepted as string[]).toSorted()).toEqual(good.toSorted());
  expect(rejected).toEqual(bad);
  await running.stop();
});
