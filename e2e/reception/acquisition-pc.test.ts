import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AcquisitionPC } from '../portal/acquisition-pc.ts';
import { contentsOfFolder, contentsOfZip, PHANTOM_PATIENT, writeSeries } from '../portal/files.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an upload program signs in once it is accepted, and is refused when declined or revoked', async ({
  pc,
  portal,
  api,
}) => {
  const refused = await pc.requestAccess(portal.address);
  await api.decideGrant(refused.userCode, 'decline');
  const answer = await refused.program.ended;
  expect([answer.code, answer.stderr]).toEqual([4, expect.stringContaining('Во входе отказано')]);
  expect((await pc.run('status')).code).toBe(3);

  const userCode = await pc.signIn(portal.address, api);
  const appVersion = `0.1.0 (${hostname()})`;
  expect(await api.findGrant(userCode)).toMatchObject({ status: 'authorized', appVersion });
  expect((await pc.run('status')).stdout).toContain('Доступ действует');
  const credentials = join(pc.home, 'credentials.json');
  expect(statSync(credentials).mode & 0o777).toBe(0o600);

  await api.decideGrant(userCode, 'revoke');
  const revoked = await pc.run('status');
  expect([revoked.code, revoked.stderr]).toEqual([3, expect.stringContaining('доступ отозван')]);
  expect((await pc.run('logout')).stdout).toContain('забыл свой доступ');
  expect(readdirSync(pc.home)).not.toContain('credentials.json');
});

test('snimok upload continues after a kill and creates one study', async ({
  pc,
  uploadProxy,
  api,
  portal,
  folder,
}) => {
  // a name that is on no card of another test of this portal
  const name = 'Аппаратова Инна Игоревна';
  const series = await writeSeries(join(folder, 'КТ'), { slices: 30, side: 256, name });
  const client = await api.createClient(newPerson('Клиника у аппарата'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, name);
  await pc.signIn(uploadProxy.address, api);
  const args = ['upload', series, '--patient', name.toLowerCase(), '--type', 'cbct'];

  const held = uploadProxy.pauseAfter(1);
  const first = pc.launch(...args);
  const ended = first.ended.then(({ code, stderr }) => {
    throw new Error(`ended with code ${code} before its second bundle: ${stderr}`);
  });
  await Promise.race([held, ended]);
  const second = await pc.run(...args);
  expect([second.code, second.stderr]).toEqual([6, expect.stringContaining('другая программа')]);
  await expect.poll(() => uploadProxy.arrived).toBe(1);
  await first.kill();
  uploadProxy.drop();
  uploadProxy.resume();

  const done = await pc.run(...args);
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('Готово: исследование')]);
  expect(done.stdout).toMatch(/Отправлено .*; по сети .*, сжатие в 1,\d раза/);
  const studies = await api.listStudies(patient.patientID);
  expect(studies).toMatchObject([{ status: 'done', type: 'cbct', imageCount: 30 }]);
  const zip = await api.downloadStudy(studies[0]!.studyID, join(folder, 'study.zip'));
  expect(contentsOfZip(zip)).toEqual(contentsOfFolder(series));

  expect((await pc.run(...args)).stdout).toContain('уже отправлены');
  expect(await api.listStudies(patient.patientID)).toHaveLength(1);
});

test('a watched folder is uploaded exactly once despite a power failure, a revoked grant and later files', async ({
  pc,
  uploadProxy,
  api,
  portal,
  folder,
}) => {
  const series = await writeSeries(join(folder, 'КТ'), { slices: 24, side: 256 });
  const client = await api.createClient(newPerson('Клиника при папке'), portal.mailbox);
  const userCode = await pc.signIn(uploadProxy.address, api);
  const exported = join(folder, 'export');
  mkdirSync(join(exported, 'один'), { recursive: true });
  const args = ['watch', exported, '--doctor', String(client.doctorID), '--quiet', '6', '--every', '1'];
  const names = readdirSync(series);
  const write = (from: number, to: number) => {
    for (const name of names.slice(from, to)) cpSync(join(series, name), join(exported, 'один', name));
  };

  await test.step('nothing is sent while the device writes', async () => {
    const held = uploadProxy.pauseAfter(1);
    const program = pc.launch(...args);
    await program.waitForOutput(/Следим/);
    // the program reports this file once it has not changed for the quiet period; until then the device writes images
    mkdirSync(join(exported, 'прочее'));
    writeFileSync(join(exported, 'прочее', 'readme.txt'), 'not DICOM');
    let written = 0;
    await expect(async () => {
      written = Math.min(written + 2, 20);
      write(written - 2, written);
      expect(program.stdout).toContain('Не снимки DICOM');
    }).toPass({ intervals: [500], timeout: 60_000 });
    expect(program.stdout).not.toContain('отправляем');
    write(written, 20);
    await held;
    expect(program.stdout).toMatch(/20.файлов, отправляем/);
    await expect.poll(() => uploadProxy.arrived).toBe(1);
    await program.kill();
  });

  await test.step('the program continues after the power failure and waits for a new grant', async () => {
    await api.decideGrant(userCode, 'revoke');
    uploadProxy.resume();
    const program = pc.launch(...args);
    await program.waitForOutput(/Доступ к порталу отозван/);
    await pc.signIn(uploadProxy.address, api);
    await program.waitForOutput(/Продолжаем/);
    await program.waitForOutput(/на портале/);
    await program.stop();
  });
  const [card] = await api.listPatients(client.doctorID);
  expect(card).toMatchObject({ name: PHANTOM_PATIENT.name, birthday: '1987-03-14', sex: 'female' });
  const study = async (at: number) => (await api.listStudies(card!.patientID))[at];
  expect(await study(0)).toMatchObject({ status: 'done', type: 'cbct', imageCount: 20 });

  await test.step('later files become another study with a note in its comment', async () => {
    const program = pc.launch(...args);
    write(20, 24);
    await program.waitForOutput(/уже отправлено, а теперь появилось ещё: 4/);
    await program.waitForOutput(/часть 2: на портале/);
    await program.stop();
    expect(await study(0)).toMatchObject({ status: 'done', imageCount: 4 });
    expect((await study(0))?.comment).toContain('Дополнение');
  });

  await test.step('a PC that has lost its data sends nothing twice', async () => {
    const newPC = new AcquisitionPC(folder, 'новый');
    await newPC.signIn(uploadProxy.address, api);
    const again = await newPC.run(...args, '--once');
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('на портале уже есть')]);
  });
  expect(await api.listStudies(card!.patientID)).toHaveLength(2);
});
