import { appendFileSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDoctor } from '@snimok/contract/people/doctors';
import { engine } from '../cluster/installation.ts';
import { expect, newPerson, test as base } from '../pages/test.ts';
import { callsOf } from '../portal/api-sign-in.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { contentsOfFolder, contentsOfZip, writePanoramic, writeSeries } from '../portal/files.ts';
import { freePort } from '../portal/process.ts';
import { DebianRoot, FILE } from './debian-root.ts';
import { BarePC, downloadProgram } from './offered-program.ts';

const PROGRAMS = 'opt/snimok/apps/web/dist/programs';

interface Installed {
  address: string;
  api: AssistantAPI;
  /** a client */
  doctorID: number;
  /** the folder of the programs that the portal offers */
  programs: string;
}

/** A portal from the Debian package, with an assistant and a client. */
const test = base.extend<{ installed: Installed }>({
  installed: async ({ folder }, use) => {
    const root = DebianRoot.unpack(engine('DEBIAN_ROOT'), join(folder, 'debian'));
    root.run('dpkg', ['--install', FILE], engine('PACKAGE'));
    const port = await freePort();
    appendFileSync(root.path('etc/snimok/snimok.env'), `PORT=${port}\n`);
    const service = root.startService();
    try {
      await service.waitUntilRunning();
      const address = `http://127.0.0.1:${port}`;
      const person = newPerson('Дарья Племянникова');
      const account = ['--role', 'assistant', '--email', person.email, '--name', person.name];
      const printed = service.run('snimok-portal', 'account', 'add', ...account);
      const assistant = { ...person, password: /^Password: (\S+)$/m.exec(printed)?.[1] ?? '' };
      const call = await callsOf(address, assistant);
      const client = newPerson('Клиника у аппарата');
      const { doctorID } = await call(createDoctor, { body: { ...client, featureFlags: [] } });
      const api = await AssistantAPI.signIn(address, assistant);
      // the link of the package leads to the folder of the version inside the root folder
      const [version = ''] = readdirSync(root.path('opt/snimok-releases'));
      const programs = root.path(PROGRAMS.replace('snimok', `snimok-releases/${version}`));
      await use({ address, api, doctorID, programs });
    } finally {
      await service.kill();
    }
  },
});

test('an installed portal offers snimok as one file, which sends a study from a PC without Node', async ({
  folder,
  installed,
}) => {
  const { address, api, doctorID } = installed;
  const { patientID } = await api.createPatient(doctorID, 'Соколова Анна Игоревна');
  const images = await writeSeries(join(folder, 'КТ'), { slices: 30 });
  const program = await downloadProgram(address, join(folder, 'program'));
  const pc = new BarePC(program, { home: join(folder, 'pc'), images });
  await pc.signIn(address, api);
  const sent = await pc.run('upload', '/images', '--patient', String(patientID), '--type', 'cbct');
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  const [study, ...others] = await api.listStudies(patientID);
  expect(others).toEqual([]);
  const path = await api.downloadStudy(study?.studyID ?? 0, join(folder, 'sent.zip'));
  expect(contentsOfZip(path)).toEqual(contentsOfFolder(images));
});

/** Copies the files of a later portal; `change` changes the program after it was signed. */
const offerLater = (programs: string, change: (program: Buffer) => void = () => undefined) => {
  const later = engine('LATER_PROGRAMS');
  for (const name of readdirSync(later)) {
    copyFileSync(join(later, name), join(programs, name));
    if (!name.includes('linux')) continue;
    const bytes = readFileSync(join(later, name));
    change(bytes);
    writeFileSync(join(programs, name), bytes);
  }
  const { filesVersion } = JSON.parse(readFileSync(join(later, 'snimok.json'), 'utf8')) as {
    filesVersion: string;
  };
  return filesVersion;
};

test('snimok as a service replaces itself by the signed version of its portal and refuses a changed one', async ({
  folder,
  installed: { address, api, doctorID, programs },
}) => {
  const program = await downloadProgram(address, join(folder, 'program'));
  const images = join(folder, 'машина');
  await writeSeries(images, { slices: 4 });
  const pc = new BarePC(program, { home: join(folder, 'pc'), images });
  await pc.signIn(address, api);
  const before = (await pc.run('--version')).stdout.trim();
  expect((await pc.run('update')).stdout).toBe(`Новее версии ${before} на портале ничего нет.\n`);

  offerLater(programs, (bytes) => bytes.fill(0, 1_000_000, 1_000_001 + 7));
  const refused = await pc.run('update');
  expect([refused.code, refused.stderr]).toEqual([
    4,
    'Программа не обновлена: загруженный файл не тот, что подписан.\n',
  ]);
  expect(readdirSync(join(folder, 'program'))).toEqual(['snimok']);

  const port = await freePort();
  const status = async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null))?.text() ?? '';
  const folderOptions = ['/images', '--doctor', String(doctorID), '--quiet', '2', '--every', '1'];
  const service = pc.launch('service', '--status-port', String(port), 'watch', ...folderOptions);
  await expect.poll(status, { timeout: 60_000 }).toMatch(/На портале: 1\sисследование/);
  expect(await status()).toContain(`Версия: ${before}<`);

  const after = offerLater(programs);
  expect((await pc.run('update')).stdout).toContain('Служба проверяет обновления');
  await service.waitForOutput(/Пробуем версию/);
  await writePanoramic(images, { studyInstanceUID: '2.25.163.1', seriesInstanceUID: '2.25.163.2' });
  await service.waitForOutput(new RegExp(`Программа обновлена: .* → ${after.replaceAll(/[.+]/g, '\\$&')}`));
  await expect.poll(status, { timeout: 60_000 }).toMatch(/На портале: 2\sисследования/);
  expect(await status()).toContain(`Версия: ${after}<`);
  expect(await status()).toContain(`с версии ${before}<`);
  expect((await pc.run('--version')).stdout.trim()).toBe(after);
  expect(readdirSync(join(folder, 'program'))).toEqual(['snimok', 'snimok.old']);
  // bwrap passes no signals on
  for (const pid of service.children()) process.kill(pid, 'SIGTERM');
  expect((await service.ended).code).toBe(0);
});
