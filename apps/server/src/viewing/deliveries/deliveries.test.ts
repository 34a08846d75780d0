import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listDestinations } from '@snimok/contract/viewing/deliveries';
import { listOwnStudies } from '@snimok/contract/studies/studies';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { maintainAndRunJobs } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { suspendAccount } from '../../people/accounts/account-rows/suspensions.ts';
import { certificateAuthority } from '../../testing/outside/certificates.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { freePort } from '../../testing/requests-and-waiting/free-port.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { acquisitionPC } from '../../testing/callers/upload-program.ts';
import { grantClinic, startClinic } from './deliveries.fixture.ts';

/** dcmtk's storescp as the program of the clinic. */
const startStoreSCP = async (...options: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-scp-'));
  const port = await freePort();
  const child = spawn('storescp', ['-aet', 'ROMEXIS', '-od', folder, ...options, String(port)], {
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  await until('storescp', () => isListening(port));
  return { folder, port, child, received: () => readdirSync(folder).filter((name) => !name.startsWith('.')) };
};

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

test('a new study of the chosen type is delivered to the clinic once and unchanged, and its card shows that', async () => {
  const { address, clinic, addDestination, finishStudy, deliveriesOf, owner, patientID, logged } =
    await startClinic();
  const scp = await startStoreSCP('+B', '-uf');
  const before = await finishStudy(volume(3));
  const destinationID = await addDestination(scp.port);
  const files = volume(4).map((file, at) => ({ ...file, filename: `new/${at}.dcm` }));
  const study = await finishStudy([...files, { filename: 'readme.txt', bytes: Buffer.from('x') }]);
  const other = await finishStudy([radiograph()], 'rg');
  expect(await deliveriesOf(study)).toMatchObject([{ name: 'Romexis', status: 'none' }]);
  const pc = acquisitionPC({ address, token: clinic.token });
  const { code, output } = await pc.run('deliver', '--once');
  expect([code, output]).toEqual([0, expect.stringMatching(/передано в «Romexis»: 4\sснимка/)]);
  expect(scp.received()).toHaveLength(4);
  const received = scp.received().map((name) => readFileSync(join(scp.folder, name)));
  // after preamble and file meta information, which the receiver writes itself
  const pixels = Buffer.from(files[0]!.bytes.slice(-500));
  expect(received.some((bytes) => bytes.subarray(-500).equals(pixels))).toBe(true);
  expect(await deliveriesOf(study)).toMatchObject([{ status: 'sent', finishedAt: expect.any(String) }]);
  for (const studyID of [before, other])
    expect(await deliveriesOf(studyID)).toMatchObject([{ status: 'none' }]);
  expect(existsSync(join(pc.home, 'ledgers', `delivery-${study}-${destinationID}`))).toBe(false);
  expect((await pc.run('deliver', '--once')).output).not.toContain('передано');
  const path = `/doctor/patients/${patientID}/studies/${other}/deliveries`;
  expect((await owner.post(path, { destinationID })).status).toBe(204);
  expect((await pc.run('deliver', '--once')).output).toMatch(/1\sснимок/);
  expect(scp.received()).toHaveLength(5);
  expect(logged.join()).not.toContain('ROMEXIS');
});

test('a study is sent over TLS to a program whose authority is known', async () => {
  const { address, clinic, addDestination, finishStudy, deliveriesOf } = await startClinic();
  const folder = mkdtempSync(join(tmpdir(), 'snimok-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const authority = certificateAuthority(folder, 'clinic');
  const { key, cert } = authority.issue('romexis');
  const scp = await startStoreSCP('+tls', key, cert, '-ic');
  await addDestination(scp.port, { tls: true });
  const study = await finishStudy(volume(2));
  const pc = acquisitionPC({ address, token: clinic.token });
  const { output } = await pc.run('deliver', '--once', '--tls-ca', authority.ca);
  expect(output).toMatch(/2\sснимка/);
  expect(await deliveriesOf(study)).toMatchObject([{ status: 'sent' }]);
});

test('a delivery fails with a reason if the program refuses the images, and the doctor can send it again', async () => {
  const { address, clinic, addDestination, finishStudy, deliveriesOf, owner, patientID } =
    await startClinic();
  const scp = await startStoreSCP('--refuse');
  const destinationID = await addDestination(scp.port, { automatic: ['cbct', 'rg'] });
  const study = await finishStudy(volume(1));
  const photograph = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c96' } })
    .png()
    .toBuffer();
  const plain = await finishStudy([{ filename: 'a.png', bytes: photograph }], 'rg');
  const pc = acquisitionPC({ address, token: clinic.token });
  const folders = join(pc.home, 'ledgers');
  // folders left by a computer that was switched off, while another one took over
  for (const [name, days] of [
    ['delivery-98-1', 2],
    ['delivery-99-1', 0.5],
  ] as const) {
    mkdirSync(join(folders, name), { recursive: true });
    const usedAt = new Date(Date.now() - days * DAY_MS);
    utimesSync(join(folders, name), usedAt, usedAt);
  }
  expect((await pc.run('deliver', '--once')).output).toContain('не передано');
  const reason = 'программа не приняла снимки (запрос соединения отклонён, проверьте AE Title)';
  expect(await deliveriesOf(study)).toMatchObject([{ status: 'failed', reason }]);
  expect(await deliveriesOf(plain)).toMatchObject([{ reason: 'в исследовании нет снимков DICOM' }]);
  // a later attempt starts from the beginning
  expect(readdirSync(folders).filter((name) => name.startsWith('delivery-'))).toEqual(['delivery-99-1']);
  const path = `/doctor/patients/${patientID}/studies/${study}/deliveries`;
  expect((await owner.post(path, { destinationID })).status).toBe(204);
  expect(await deliveriesOf(study)).toMatchObject([{ status: 'queued', reason: null }]);
});

test('a destination that does not answer delays only its own studies', async () => {
  const { address, clinic, addDestination, finishStudy, deliveriesOf } = await startClinic();
  const scp = await startStoreSCP('+B', '-uf');
  await addDestination(await freePort());
  await addDestination(scp.port, { name: 'Sidexis', automatic: ['rg'] });
  const first = await finishStudy(volume(2));
  const second = await finishStudy(volume(3));
  await finishStudy([radiograph()], 'rg');
  acquisitionPC({ address, token: clinic.token }).start('deliver');
  await until('the picture', () => scp.received().length === 1);
  expect(await deliveriesOf(first)).toMatchObject([{ status: 'sending' }, { status: 'none' }]);
  expect(await deliveriesOf(second)).toMatchObject([{ status: 'queued' }, { status: 'none' }]);
});

test('a study in delivery is not given to a second computer; a killed program continues with the remaining instances', async () => {
  const { server, address, clinic, addDestination, finishStudy, deliveriesOf, owner, claim, clock } =
    await startClinic();
  const scp = await startStoreSCP('--sleep-after', '1');
  await addDestination(scp.port);
  const study = await finishStudy(volume(6));
  const second = await grantClinic(server, owner);
  const pc = acquisitionPC({ address, token: clinic.token });
  const { program } = pc.start('deliver');
  await until('the second image', () => scp.received().length >= 2);
  program.child.kill('SIGKILL');
  // rejects, because the program was killed
  await program.ended.catch(() => undefined);
  expect(await claim(second.program)).toBe(null);
  expect(await deliveriesOf(study)).toMatchObject([{ status: 'sending' }]);
  const folder = readdirSync(join(pc.home, 'ledgers')).find((name) => name.startsWith('delivery-'))!;
  const confirmed = readFileSync(join(pc.home, 'ledgers', folder, 'sent'), 'utf8')
    .trim()
    .split('\n');
  expect(confirmed.length).toBeGreaterThan(0);
  clock.advance(3 * 60_000);
  const { output } = await pc.run('deliver', '--once');
  expect(output).toMatch(/6\sснимков/);
  expect(scp.received()).toHaveLength(6);
  expect(await deliveriesOf(study)).toMatchObject([{ status: 'sent' }]);
});

test('a program receives only studies of its client, until it is revoked or its account loses the role', async () => {
  const { server, make, as, assistant, clinic, addDestination, finishStudy, owner, doctor, claim } =
    await startClinic();
  await addDestination(104);
  const study = await finishStudy(volume(1));
  const other = await grantClinic(server, await as(await make.doctor()));
  expect(await claim(other.program)).toBe(null);
  const member = await make.member(doctor, 'doctor');
  const ofMember = await grantClinic(server, await as(member));
  const claimed = (await claim(ofMember.program))!;
  expect(claimed.studyID).toBe(study);
  expect((await fetch(claimed.presignedURL)).status).toBe(200);
  const report = (program: TestClient, status: string) =>
    program.patch(`/receiver/deliveries/${claimed.deliveryID}`, { status });
  expect((await report(clinic.program, 'sent')).status).toBe(409);
  expect((await report(ofMember.program, 'sending')).status).toBe(204);
  // receptionists see no pictures
  await owner.put(`/doctor/people/${member.id}`, { role: 'reception' });
  expect((await report(ofMember.program, 'sent')).status).toBe(401);
  expect((await fetch(claimed.presignedURL)).status).toBe(403);

  const { grants } = (await owner.get('/doctor/programs')).body as { grants: { grantID: number }[] };
  for (const { grantID } of grants) await owner.patch(`/doctor/programs/${grantID}/revoke`);
  expect((await clinic.program.post('/receiver/deliveries/claim?wait=0')).status).toBe(401);
  // neither decides about the other's programs
  expect((await assistant.get(`/assistant/desktop-app/grant/${other.codes.user_code}`)).status).toBe(404);
  expect((await owner.get(`/doctor/programs/grant/${other.codes.user_code}`)).status).toBe(404);
  const listed = responseOf(listDestinations, await owner.get('/doctor/destinations')).destinations;
  expect(listed).toMatchObject([{ name: 'Romexis', calledAET: 'ROMEXIS', callingAET: 'SNIMOK' }]);
  const seen = await assistant.get(`/assistant/doctors/${doctor.id}/destinations`);
  expect(seen.body).toEqual({ destinations: listed });
});

test('the program of a colleague leaves studies new for her, and keeps its access when the owner is suspended', async () => {
  const { server, make, as, addDestination, finishStudy, owner, doctor, claim, context } =
    await startClinic();
  await addDestination(104);
  const study = await finishStudy(volume(1));
  const session = await as(await make.member(doctor, 'doctor'));
  const colleague = await grantClinic(server, session);
  expect(await claim(colleague.program)).toMatchObject({ studyID: study });
  await context.auditBuffer.flush();
  const { studies } = responseOf(listOwnStudies, await session.get('/doctor/studies'));
  expect(studies).toMatchObject([{ studyID: study, isNew: true }]);
  await context.db.transaction().execute((tx) => suspendAccount(tx, doctor.id, new Date()));
  expect((await owner.get('/doctor/me')).status).toBe(401);
  expect(await claim(colleague.program)).toBe(null);
});

test('a repeated claim uses up no delivery ids for studies that are already queued', async () => {
  const { clinic, addDestination, finishStudy, claim, context } = await startClinic();
  await addDestination(104);
  await finishStudy(volume(1));
  const lastID = async () =>
    (await context.pool.query('select last_value from deliveries_id_seq')).rows[0].last_value;
  await claim(clinic.program);
  const before = await lastID();
  expect(await claim(clinic.program)).toBe(null);
  expect(await lastID()).toBe(before);
});

test('a study done before the destination was added is not delivered when it returns from the archive', async () => {
  const { server, clinic, assistant, addDestination, finishStudy, claim, clock } = await startClinic();
  const studyID = await finishStudy(volume(1));
  clock.advance(3_600_000);
  await addDestination(104);
  const path = `/assistant/studies/${studyID}`;
  expect((await assistant.put(`${path}/archive`)).status).toBe(204);
  await maintainAndRunJobs(server);
  expect((await assistant.put(`${path}/restore`)).status).toBe(204);
  await maintainAndRunJobs(server);
  expect((await assistant.get(path)).body).toMatchObject({ status: 'done', restored: true });
  expect(await claim(clinic.program)).toBe(null);
});

test('a study that is deleted while it is sent is not sent further', async () => {
  const { clinic, addDestination, finishStudy, claim, context, clock } = await startClinic();
  await addDestination(104);
  const study = await finishStudy(volume(1));
  const claimed = (await claim(clinic.program))!;
  expect(claimed.studyID).toBe(study);
  await context.db.updateTable('studies').set({ deletedAt: clock.now() }).where('id', '=', study).execute();
  const reply = await clinic.program.patch(`/receiver/deliveries/${claimed.deliveryID}`, {
    status: 'sending',
  });
  expect(reply.status).toBe(404);
  expect((await fetch(claimed.presignedURL)).status).toBe(403);
  clock.advance(3 * 60_000);
  expect(await claim(clinic.program)).toBe(null);
});
