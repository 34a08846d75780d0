import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listPatientStudies } from '@snimok/contract/studies/studies';
import { listWorklist } from '@snimok/contract/reception/dicom-worklist';
import { panoramicImage } from '@snimok/imaging/dicom/images';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { everyDay, makeCentre } from '../../testing/callers/booking.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { freePort } from '../../testing/requests-and-waiting/free-port.ts';
import { grantProgramAccess } from '../../testing/callers/program.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { startServer } from '../../testing/portal/server.ts';
import { acquisitionPC, sendByDICOM } from '../../testing/callers/upload-program.ts';

const FIVE_IN_MOSCOW_MS = 2 * 3_600_000;

/** A centre at five in the morning of a day with open slots, and its upload program. */
const startCentre = async () => {
  const server = await startServer();
  const { clock, context } = server;
  clock.advance(DAY_MS - (clock.now().getTime() % DAY_MS) + FIVE_IN_MOSCOW_MS);
  const centre = await makeCentre(server, { hours: everyDay('06:00', '22:00') });
  const { assistant, at, account } = centre;
  const granted = await grantProgramAccess(server, assistant);
  const today = dayIn(context.config.timeZone, clock.now());
  const book = async (patientName: string, doctorID: number | null = account.id) => {
    const days = (await assistant.get(`/assistant${at}/days?from=${today}`)).body as {
      days: { slots: { slotUUID: string; free: number }[] }[];
    };
    const slot = days.days[0]?.slots.find(({ free }) => free > 0)?.slotUUID;
    const body = { patientName, patientPhone: '+79990000000', doctorID };
    const reply = await assistant.post(`/assistant${at}/${today}/${slot}`, body);
    expect(reply.status).toBe(201);
    return (reply.body as { bookingID: number }).bookingID;
  };
  const items = async (who = granted.program) =>
    responseOf(listWorklist, await who.get('/assistant/worklist')).items;
  const studiesOf = async (patientID: number) =>
    responseOf(listPatientStudies, await assistant.get(`/assistant/patients/${patientID}/studies`)).studies;
  return { ...server, ...centre, ...granted, book, items, studiesOf };
};

test('the worklist has studies without files and the bookings of today, for assistants and the upload program only', async () => {
  const { make, as, work, doctor, assistant, account, book, items, clock } = await startCentre();
  await work();
  const patient = await make.patient({ doctor: account, name: 'Ёлкина Анна' });
  const waiting = await make.study({ patient });
  const sent = await make.study({ patient });
  await sendStudy(assistant, sent.studyID, [radiograph()]);
  await make.study({ patient, status: 'archived' });
  const bookingID = await book('Щукин Юрий');
  const expected = [
    {
      accessionNumber: `S${waiting.studyID}`,
      patientID: patient.patientID,
      name: 'Ёлкина Анна',
      bookingID: null,
    },
    {
      accessionNumber: `B${bookingID}`,
      patientID: null,
      name: 'Щукин Юрий',
      doctorID: account.id,
      studyID: null,
    },
  ];
  expect(await items()).toMatchObject(expected);
  expect(await items(assistant)).toMatchObject(expected);
  expect((await doctor.get('/assistant/worklist')).status).toBe(403);
  expect((await (await as(await make.doctor())).get('/assistant/worklist')).status).toBe(403);

  await assistant.post(`/assistant/schedule/bookings/${bookingID}/cancel`, { reason: '' });
  expect(await items()).toHaveLength(1);
  clock.advance(8 * DAY_MS);
  expect(await items(await as(await make.assistant()))).toEqual([]);
});

const QUERY = [
  'PatientName',
  'PatientID',
  'AccessionNumber',
  'PatientBirthDate',
  'StudyInstanceUID',
  'ScheduledProcedureStepSequence[0].Modality',
  'ScheduledProcedureStepSequence[0].ScheduledStationAETitle',
].flatMap((key) => ['-k', key]);

/** An X-ray machine: dcmtk's findscu queries the worklist, storescu sends. */
const machineAt = (port: number, folder: string) => {
  const query = async (aet: string, ...keys: string[]) => {
    const args = ['-W', '-v', '-aet', aet, '-aec', 'SNIMOK', ...QUERY, ...keys, '127.0.0.1', String(port)];
    const { stdout, stderr } = await promisify(execFile)('findscu', args, { encoding: 'latin1' });
    return stdout + stderr;
  };
  const send = async (facts: Partial<Parameters<typeof panoramicImage>[0]>) => {
    const uid = facts.studyInstanceUID ?? '2.25.1';
    const bytes = panoramicImage(
      {
        patient: PATIENT,
        takenOn: '2026-11-23',
        studyInstanceUID: uid,
        seriesInstanceUID: `${uid}.1`,
        seriesNumber: 1,
        seriesDescription: 'ОПТГ',
        manufacturer: 'Снимок',
        model: 'Проба',
        ...facts,
      },
      {
        sopInstanceUID: `${uid}.2`,
        rows: 8,
        columns: 8,
        values: new Uint16Array(64),
        imagerPixelSpacingMm: [0.1, 0.1],
      },
    );
    const path = join(folder, `${uid}.dcm`);
    writeFileSync(path, bytes);
    const { output } = await sendByDICOM([
      '-v',
      '-aet',
      'XRAY',
      '-aec',
      'SNIMOK',
      '127.0.0.1',
      String(port),
      path,
    ]);
    expect(output).toContain('Received Store Response (Success)');
  };
  return { query, send };
};

const PATIENT = { name: 'Ёлкина Анна', id: '1', birthDate: '1987-03-14', sex: 'F' } as const;

test('a machine takes a patient from the worklist, and its images are filed by the accession number', async () => {
  const { make, work, account, assistant, address, token, book, studiesOf, items } = await startCentre();
  await work();
  const { patientID } = await make.patient({ doctor: account, name: 'Ёлкина Анна' });
  const card = { name: 'Ёлкина Анна', birthday: '1987-03-14', sex: 'female', phone: null };
  await assistant.put(`/assistant/patients/${patientID}`, card);
  const patient = { patientID, doctorID: account.id };
  const { studyID } = await make.study({ patient, type: 'rg' });
  const bookingID = await book('Щукин Юрий');
  const pc = acquisitionPC({ address, token });
  const port = await freePort();
  const args = [
    '--port',
    String(port),
    '--quiet',
    '1',
    '--every',
    '1',
    '--from',
    'XRAY@127.0.0.1,OLD@127.0.0.1',
  ];
  const running = pc.start('receive', ...args, '--worklist-charset', 'OLD=latin');
  await running.printed(/Принимаем снимки/);
  const machine = machineAt(port, pc.home);

  const utf8 = Buffer.from(await machine.query('XRAY'), 'latin1').toString();
  expect(utf8).toContain('Ёлкина^Анна');
  expect(utf8).toContain(`[S${studyID}]`);
  expect(utf8).toContain(`[B${bookingID}]`);
  expect(utf8).toContain('[19870314]');
  // dcmtk proposes Implicit VR only with this option
  const latin = await machine.query('OLD', '-xi');
  expect(latin).toContain('Elkina^Anna');
  expect(latin).toContain('Shchukin^Iurii');
  expect(await machine.query('XRAY', '-k', 'AccessionNumber=S999999')).not.toContain('Pending');

  await machine.send({ studyInstanceUID: '2.25.100', accessionNumber: `S${studyID}` });
  await running.printed(/2\.25\.100: на портале/);
  expect(await studiesOf(patientID)).toMatchObject([{ studyID, status: 'done', imageCount: 1 }]);

  // the technician chose the wrong line: the number is known, but it is another patient's
  const other = { ...PATIENT, name: 'Иванов Иван', sex: 'M' } as const;
  await machine.send({ studyInstanceUID: '2.25.101', accessionNumber: `S${studyID}`, patient: other });
  await running.printed(/2\.25\.101 ждёт вас: в файлах номер S/);
  expect(await studiesOf(patientID)).toHaveLength(1);

  const booked = { name: 'Щукин Юрий', id: `B${bookingID}`, birthDate: '1990-01-01', sex: 'M' } as const;
  await machine.send({ studyInstanceUID: '2.25.102', accessionNumber: `B${bookingID}`, patient: booked });
  await running.printed(/2\.25\.102: на портале/);
  expect(await items()).toEqual([]);
  expect((await running.stop()).output).not.toContain('Щукин');
});
