import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDoctor } from '@snimok/contract/people/doctors';
import { engine } from '../cluster/installation.ts';
import { dropOn, signIn, studiesPath, studyCard, uploadZone } from '../pages/screens.ts';
import { expect, newPerson, type Page, test as base } from '../pages/test.ts';
import { callsOf } from '../portal/api-sign-in.ts';
import { AssistantAPI, type Patient } from '../portal/assistant-api.ts';
import { contentsOfFolder, contentsOfZip, writeSeries } from '../portal/files.ts';
import type { Person } from '../portal/portal.ts';
import { freePort } from '../portal/process.ts';
import { DebianRoot, FILE, type InstalledService } from './debian-root.ts';

const SETTINGS = 'etc/snimok/snimok.env';
const DATA = 'var/lib/snimok';
const CACHE = '/opt/snimok/node_modules/.cache/snimok-compile';
const NODE = '/opt/snimok/node_modules/node/bin/node';
const PARSER_USER = '65533';
/** The most seconds and answers that a person needs who has never installed the portal. */
const MOST_SECONDS = 600;
const MOST_ANSWERS = 6;

const test = base.extend<{ root: DebianRoot; services: InstalledService[] }>({
  root: async ({ folder }, use) => use(DebianRoot.unpack(engine('DEBIAN_ROOT'), join(folder, 'debian'))),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  services: async ({}, use) => {
    const services: InstalledService[] = [];
    await use(services);
    for (const service of services) await service.kill();
  },
});

const install = (root: DebianRoot) => root.run('dpkg', ['--install', FILE], engine('PACKAGE'));

/** Creates the first account as the package says; returns it, and what the person had to answer. */
const addFirstAccount = (service: InstalledService) => {
  const person = newPerson('Дарья Племянникова');
  const answers = { email: person.email, name: person.name };
  const options = Object.entries(answers).flatMap(([key, value]) => [`--${key}`, value]);
  const printed = service.run('snimok-portal', 'account', 'add', '--role', 'assistant', ...options);
  const password = /^Password: (\S+)$/m.exec(printed)?.[1] ?? '';
  return { assistant: { ...person, password }, count: Object.keys(answers).length };
};

const createStudy = async (address: string, assistant: Person) => {
  const call = await callsOf(address, assistant);
  const { name, email } = newPerson('Клиника на установке');
  const { doctorID } = await call(createDoctor, { body: { name, email, featureFlags: [] } });
  const api = await AssistantAPI.signIn(address, assistant);
  const patient = await api.createPatient(doctorID, 'Соколова Анна Игоревна');
  return { patient, studyID: await api.createStudy(patient) };
};

const uploadAndOpen = async (
  page: Page,
  address: string,
  { assistant, patient, series }: { assistant: Person; patient: Patient; series: string },
) => {
  await signIn(page, address, assistant, studiesPath(patient));
  const card = studyCard(page);
  await dropOn(page, uploadZone(card), [series]);
  await card.getByRole('button', { name: 'Загрузить' }).click();
  await expect(card).toContainText('Выполнено');
  await card.getByRole('button', { name: 'Онлайн-просмотр' }).click();
  const pane = page.getByRole('group', { name: 'Аксиальный', exact: true });
  await expect(pane.locator('canvas[data-drawn]')).toBeVisible();
  await page.close();
};

/** Asks Node, as the user of parser processes, which folder it uses; without that folder it uses none. */
const expectCompiledModules = (root: DebianRoot) => {
  const script = 'console.log(require("node:module").getCompileCacheDir())';
  const asParser = [`--reuid=${PARSER_USER}`, `--regid=${PARSER_USER}`, '--clear-groups'];
  const node = ['env', `NODE_COMPILE_CACHE=${CACHE}`, NODE, '-e', script];
  const used = root.run('setpriv', [...asParser, ...node]).trim();
  expect(used).toMatch(new RegExp(`^${CACHE}/v[^/]+-${PARSER_USER}$`));
  expect(readdirSync(root.path(used)).length).toBeGreaterThan(50);
};

test('a package is installed on a bare Debian, used, removed, installed again and purged', async ({
  root,
  services,
  folder,
  page,
}) => {
  test.setTimeout(2 * MOST_SECONDS * 1000);
  const startedAt = performance.now();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const series = await writeSeries(join(folder, 'КТ'), { slices: 40 });
  const start = async () => {
    const service = root.startService();
    services.push(service);
    await service.waitUntilRunning();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    return service;
  };

  expect(install(root)).toContain('journalctl -u snimok | grep first-start');
  // a free port, because other portals run on this machine
  appendFileSync(root.path(SETTINGS), `PORT=${port}\n`);
  const first = await start();
  const { assistant, count } = addFirstAccount(first);
  const { patient, studyID } = await createStudy(address, assistant);
  await uploadAndOpen(page, address, { assistant, patient, series });
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(
    `installed, first study uploaded and opened: ${seconds.toFixed(0)} s, ${count} answers\n`,
  );
  expect(seconds).toBeLessThan(MOST_SECONDS);
  expect(count).toBeLessThanOrEqual(MOST_ANSWERS);

  await test.step('parser processes are isolated by bubblewrap and find their compiled modules', () => {
    expect(root.read(`${DATA}/snimok.log`)).toContain('"sandbox":"bubblewrap"');
    expectCompiledModules(root);
  });

  await test.step('after a removal a new installation continues with the data', async () => {
    expect(await first.stop()).toBe(0);
    root.run('dpkg', ['--remove', 'snimok-portal']);
    const found = ['opt/snimok', SETTINGS, `${DATA}/postgres`].map((path) => root.has(path));
    expect(found).toEqual([false, true, true]);
    install(root);
    const second = await start();
    const api = await AssistantAPI.signIn(address, assistant);
    const path = await api.downloadStudy(studyID, join(folder, 'saved.zip'));
    expect(contentsOfZip(path)).toEqual(contentsOfFolder(series, 'КТ/'));
    expect(await second.stop()).toBe(0);
  });

  await test.step('a purge removes everything and says so', () => {
    const output = root.run('dpkg', ['--purge', 'snimok-portal']);
    expect(output).toContain('The portal is removed with all studies, its database, letters and settings.');
    const paths = [
      'opt/snimok',
      'opt/snimok-releases',
      'etc/snimok',
      DATA,
      'usr/bin/snimok-portal',
      'etc/logrotate.d/snimok',
    ];
    expect(paths.filter((path) => root.has(path))).toEqual([]);
    expect(root.read('etc/passwd')).not.toContain('snimok');
  });
});
