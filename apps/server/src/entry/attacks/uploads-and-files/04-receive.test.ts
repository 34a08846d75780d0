import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTLS } from 'node:tls';
import { once } from 'node:events';
import { listPatientStudies } from '@snimok/contract/studies/studies';
import { panoramicImage } from '@snimok/imaging/dicom/images';
import { expect, onTestFinished, test } from 'vitest';
import { certificateAuthority } from '../../../testing/outside/certificates.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { freePort } from '../../../testing/requests-and-waiting/free-port.ts';
import { grantProgramAccess } from '../../../testing/callers/program.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { acquisitionPC, sendByDICOM } from '../../../testing/callers/upload-program.ts';

const NAME = 'Иванов Иван Иванович';
const QUICK = ['--quiet', '1', '--every', '1'];

/** A portal with a patient, and a PC whose upload program may send to it. */
const centre = async () => {
  const server = await startServer();
  await server.work('process-upload', 'complete-received-upload');
  const assistant = await server.as(await server.make.assistant());
  const { token } = await grantProgramAccess(server, assistant);
  const doctor = await server.make.doctor();
  const { patientID } = await server.make.patient({ doctor, name: NAME });
  const pc = acquisitionPC({ address: server.address, token });
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'snimok-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const receive = async (...args: string[]) => {
    const common = ['--port', String(port), '--doctor', String(doctor.id), ...QUICK];
    const running = pc.start('receive', ...common, ...args);
    await running.printed(/Принимаем снимки/);
    return running;
  };
  /** Sends an X-ray of the patient as the machine `aet`; each has its own UIDs. */
  const send = (aet: string, uid: string, ...args: string[]) => {
    const path = join(folder, `${uid}.dcm`);
    writeFileSync(path, xrayOfPatient(uid));
    return sendByDICOM(['-v', '-aet', aet, '-aec', 'SNIMOK', ...args, '127.0.0.1', String(port), path]);
  };
  const studiesOf = async (patient: number) =>
    responseOf(listPatientStudies, await assistant.get(`/assistant/patients/${patient}/studies`)).studies;
  const logged = () => readFileSync(join(pc.home, 'snimok.log'), 'utf8');
  return { ...server, pc, port, folder, doctor, patientID, receive, send, studiesOf, logged };
};

const xrayOfPatient = (uid: string) =>
  panoramicImage(
    {
      patient: { name: NAME, id: '1', birthDate: '1980-01-02', sex: 'M' },
      takenOn: '2026-11-21',
      studyInstanceUID: `2.25.${uid}`,
      seriesInstanceUID: `2.25.${uid}1`,
      seriesNumber: 1,
      seriesDescription: 'ОПТГ',
      manufacturer: 'Снимок',
      model: 'Проба',
    },
    {
      sopInstanceUID: `2.25.${uid}2`,
      rows: 8,
      columns: 8,
      values: new Uint16Array(64),
      imagerPixelSpacingMm: [0.1, 0.1],
    },
  );

const ACCEPTED = 'Received Store Response (Success)';

test('the program listens on loopback by default, and on the network only with a list of allowed machines', async () => {
  const { pc, port, receive } = await centre();
  const refused = async (...args: string[]) => (await pc.run('receive', '--host', '0.0.0.0', ...args)).code;
  const { code, output } = await pc.run('receive', '--host', '0.0.0.0');
  expect([code, output]).toEqual([2, expect.stringContaining('--from AET@АДРЕС')]);
  // without TLS a sender can claim any AE title, so the program requires the title and the address
  expect(await refused('--from', 'XRAY')).toBe(2);
  expect(await refused('--from-address', '192.0.2.7')).toBe(2);
  expect(await refused('--from', 'XRAY@192.0.2')).toBe(2);
  expect(await refused('--unlisted', 'hold', '--from', 'XRAY')).toBe(2);

  const running = await receive();
  await running.printed(/127\.0\.0\.1, порт/);
  // a server that listens on all addresses would accept this connection as well
  const probe = connect(port, '127.0.0.2');
  const [problem] = await once(probe, 'error');
  expect(problem).toMatchObject({ code: 'ECONNREFUSED' });
  await running.stop();
});

test('another AE title, another address and another called AE title are refused by A-ASSOCIATE-RJ', async () => {
  const { receive, send, logged, patientID, studiesOf } = await centre();
  const running = await receive('--from', 'XRAY@127.0.0.1,OTHER@192.0.2.0/24');
  expect((await send('FORGED', '10')).output).toContain('Calling AE Title Not Recognized');
  expect((await send('OTHER', '11')).output).toContain('Calling AE Title Not Recognized');
  expect((await send('XRAY', '12', '-aec', 'ELSE')).output).toContain('Called AE Title Not Recognized');
  // the program prints what to change, for the person beside the machine
  await running.printed(/FORGED с адреса 127\.0\.0\.1 не приняты.*--from FORGED@127\.0\.0\.1/);
  await running.printed(/обращается к AE ELSE/);
  expect(logged().match(/"association-rejected"/g)).toHaveLength(3);
  expect((await send('XRAY', '13')).output).toContain(ACCEPTED);
  await running.printed(/на портале/);
  expect(await studiesOf(patientID)).toMatchObject([{ status: 'done', comment: 'DICOM 2.25.13' }]);
  await running.stop();
});

test('a forged X-ray of an unlisted sender waits for a person, also after a restart, and does not block the real one', async () => {
  const { pc, receive, send, patientID, studiesOf, doctor, context } = await centre();
  const first = await receive();
  expect((await send('FORGED', '20')).output).toContain(ACCEPTED);
  await first.printed(/2\.25\.20: .*ждёт вас.*FORGED@127\.0\.0\.1/);
  expect((await send('FORGED', '21')).output).toContain(ACCEPTED);
  await first.printed(/2\.25\.21: .*ждёт вас/);
  await first.stop();
  expect(await studiesOf(patientID)).toEqual([]);

  const second = await receive('--from', 'XRAY@127.0.0.1', '--unlisted', 'hold');
  await second.printed(/2\.25\.21 ждёт вас/);
  // the same bytes from the listed machine are sent at once, under the first number
  expect((await send('XRAY', '20')).output).toContain(ACCEPTED);
  await second.printed(/2\.25\.20: на портале/);
  expect(await studiesOf(patientID)).toMatchObject([{ comment: 'DICOM 2.25.20' }]);

  const { output } = await pc.run('held');
  expect(output).toContain(`1  ${NAME}, 1980-01-02: снимок`);
  expect(output).toContain(`2  ${NAME}, 1980-01-02: снимок`);
  expect((await pc.run('held', 'confirm', '2')).code).toBe(2);
  expect((await pc.run('held', 'confirm', '2', '--patient', '999999')).code).toBe(4);
  expect((await pc.run('held', 'reject', '1')).output).toContain('отправлено не будет');
  expect((await pc.run('held', 'confirm', '2', '--patient', String(patientID))).output).toContain(NAME);
  await second.printed(/2\.25\.20: отправлено не будет/);
  await second.printed(/2\.25\.21: на портале/);
  expect((await studiesOf(patientID)).map(({ comment }) => comment)).toEqual([
    'DICOM 2.25.21',
    'DICOM 2.25.20',
  ]);
  expect((await pc.run('held')).output).toContain('Ничего не ждёт');
  expect((await pc.run('held', 'confirm', '2', '--patient', String(patientID))).code).toBe(4);

  // the person can also choose a new card
  expect((await send('FORGED', '22')).output).toContain(ACCEPTED);
  await second.printed(/2\.25\.22: .*ждёт вас/);
  const confirmed = await until('the study to be listed', async () => {
    const { output: list } = await pc.run('held');
    return /^3 {2}/m.test(list) && pc.run('held', 'confirm', '3', '--new', '--doctor', String(doctor.id));
  });
  expect(confirmed.code).toBe(0);
  await second.printed(/2\.25\.22: на портале/);
  const cards = await context.db.selectFrom('patients').select('name').execute();
  expect(cards.map(({ name }) => name)).toEqual([NAME, NAME]);
  await second.stop();
});

test('a study of a listed machine waits while its patient is uncertain', async () => {
  const { pc, receive, send, patientID, studiesOf, make, doctor } = await centre();
  const same = await make.patient({ doctor, name: NAME });
  const running = await receive('--from', 'XRAY@127.0.0.1');
  expect((await send('XRAY', '30')).output).toContain(ACCEPTED);
  await running.printed(new RegExp(`2\\.25\\.30 ждёт вас: .*карточки ${patientID}, ${same.patientID}`));
  expect([await studiesOf(patientID), await studiesOf(same.patientID)]).toEqual([[], []]);
  const confirmed = await until('the study to be listed', async () => {
    const { output } = await pc.run('held');
    return output.includes(NAME) && pc.run('held', 'confirm', '1', '--patient', String(same.patientID));
  });
  expect(confirmed.code).toBe(0);
  await running.printed(/2\.25\.30: на портале/);
  expect([await studiesOf(patientID), await studiesOf(same.patientID)]).toMatchObject([
    [],
    [{ status: 'done' }],
  ]);
  await running.stop();
});

test('with TLS, machines without a certificate of the authority, plain DICOM and TLS 1.1 are refused', async () => {
  const { receive, send, folder, port, logged } = await centre();
  const { ca, issue } = certificateAuthority(folder, 'centre');
  const own = issue('receiver');
  const machine = issue('machine');
  const foreign = certificateAuthority(folder, 'other').issue('foreign');
  const tls = ['--tls-cert', own.cert, '--tls-key', own.key, '--tls-client-ca', ca];
  const running = await receive('--from', 'XRAY@127.0.0.1', ...tls);
  await running.printed(/\(TLS\)/);

  expect((await send('XRAY', '40', '+tls', machine.key, machine.cert, '+cf', ca)).output).toContain(ACCEPTED);
  await running.printed(/2\.25\.40: на портале/);
  expect((await send('XRAY', '41', '+tls', foreign.key, foreign.cert, '-ic')).output).not.toContain(ACCEPTED);
  expect((await send('XRAY', '42', '+tla', '-ic')).output).not.toContain(ACCEPTED);
  expect((await send('XRAY', '43')).output).not.toContain(ACCEPTED);
  expect((await send('FORGED', '44', '+tls', machine.key, machine.cert, '+cf', ca)).output).toContain(
    'Calling AE Title Not Recognized',
  );
  const identity = { cert: readFileSync(machine.cert), key: readFileSync(machine.key), ca: readFileSync(ca) };
  const old = connectTLS({
    port,
    host: '127.0.0.1',
    ...identity,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'ALL@SECLEVEL=0',
  });
  const [problem] = await once(old, 'error');
  expect(String(problem)).toMatch(/protocol version/);
  expect(logged()).toContain('"tls-refused"');
  await running.stop();
});
