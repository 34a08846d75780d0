import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getPortalHealth } from '@snimok/contract/administration/portal-health';
import { lookForUpdates, requestUpdate } from '@snimok/contract/administration/portal-updates';
import { createDoctor } from '@snimok/contract/people/doctors';
import { createPatient } from '@snimok/contract/people/patients';
import { createStudy } from '@snimok/contract/studies/studies';
import { uploadCalls } from '@snimok/api-client/upload/upload-calls';
import { runUpload } from '@snimok/api-client/upload/upload';
import { engine } from '../cluster/installation.ts';
import { expect, newPerson, test as base } from '../pages/test.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { contentsOfFolder, contentsOfZip, writeSeries } from '../portal/files.ts';
import type { Person } from '../portal/portal.ts';
import { freePort } from '../portal/process.ts';
import { DebianRoot, FILE, type InstalledService } from './debian-root.ts';
import { newReleaseKey, nextRelease } from './next-release.ts';
import { CallLog } from './users/call-log.ts';
import { putTo } from './users/store.ts';
import { signInUser, type User } from './users/user.ts';

const UPLOADS = 20;
/** The files that are sent while the service restarts are sent within this time. */
const RESTART_MS = 10_000;
const KILLS = 2;

interface Sent {
  bytes: Buffer;
  size: number;
}

const ADDS_A_COLUMN = `-- The previous version does not use this column.
alter table studies add column urgency text not null default '';
`;
const FAILS = `alter table no_such_table add column urgency text;`;

const test = base.extend<{ root: DebianRoot; services: InstalledService[] }>({
  root: async ({ folder }, use) => use(DebianRoot.unpack(engine('DEBIAN_ROOT'), join(folder, 'debian'))),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  services: async ({}, use) => {
    const services: InstalledService[] = [];
    await use(services);
    for (const service of services) await service.kill();
  },
});

const addAssistant = (service: InstalledService): Person => {
  const person = newPerson('Дарья Обновлялова');
  const options = ['--role', 'assistant', '--email', person.email, '--name', person.name];
  const printed = service.run('snimok-portal', 'account', 'add', ...options);
  return { ...person, password: /^Password: (\S+)$/m.exec(printed)?.[1] ?? '' };
};

const versionOf = (root: DebianRoot) => basename(root.link('opt/snimok'));

/** A promise and the function that fulfils it. */
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
};

/**
 * Uploads the files of a folder to new studies by the code of the web app. A third of the files is sent at once, another one from
 * `restarting` on, the last one from `restarted` on.
 */
const uploadSlowly = async (
  assistant: User,
  folder: string,
  { log, restarting, restarted }: { log: CallLog; restarting: Promise<void>; restarted: Promise<void> },
) => {
  const { name, email } = newPerson('Клиника на обновлении');
  const { doctorID } = await assistant.call(createDoctor, { body: { name, email, featureFlags: [] } });
  const card = {
    name: 'Соколова Анна',
    sex: 'female' as const,
    birthday: '1987-03-14',
    phone: '+79991234567',
  };
  const params = await assistant.call(createPatient, { params: { doctorID }, body: card });
  const files = readdirSync(folder).map((filename) => {
    const bytes = readFileSync(join(folder, filename));
    return { filename, file: { bytes, size: bytes.length } };
  });
  const thirdOf = (file: Sent) =>
    Math.floor((3 * files.findIndex((one) => one.file === file)) / files.length);
  const put = async ({ url, file }: { url: string; file: Sent }) => {
    if (thirdOf(file) === 1) await restarting.then(() => sleep(Math.random() * RESTART_MS));
    if (thirdOf(file) === 2) await restarted;
    await putTo(url, file.bytes, assistant.name, log);
  };
  const sentences = { noAnswer: 'Нет связи с порталом', later: 'Портал занят' };
  const uploads = await Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      const body = { studyType: 'cbct' as const, comment: '' };
      const { studyID } = await assistant.call(createStudy, { params, body });
      const checksum = async () => '';
      const portal = uploadCalls(assistant.call, { put, checksum }, sentences);
      return { studyID, upload: runUpload({ studyID, files, keep: [], ifRepeated: 'publish' }, portal) };
    }),
  );
  return {
    studies: uploads.map(({ studyID }) => studyID),
    countRunning: () => uploads.filter(({ upload }) => upload.snapshot.stage !== 'completed').length,
    /** Why uploads have ended before they were complete. */
    failures: () =>
      uploads.flatMap(({ upload: { snapshot } }) =>
        snapshot.stage === 'failed' ? [[snapshot.status, snapshot.problem, ...snapshot.failed]] : [],
      ),
    ended: Promise.all(uploads.map(({ upload }) => upload.stopped)),
  };
};

/** Waits until a study is processed, and compares its files with those of the series. */
const expectContents = async (
  api: AssistantAPI,
  studyID: number,
  { series, saved }: { series: string; saved: string },
) => {
  const status = async () => (await api.findStudyStatus(studyID)).status;
  await expect.poll(status, { timeout: 120_000 }).toBe('done');
  expect(contentsOfZip(await api.downloadStudy(studyID, saved))).toEqual(contentsOfFolder(series));
};

/** Installs the portal, with a folder for backups and two later releases. Returns the port and the three versions. */
const install = async (root: DebianRoot, folder: string) => {
  const { key, publicKey } = newReleaseKey(folder);
  root.run('dpkg', ['--install', FILE], engine('PACKAGE'));
  const port = await freePort();
  mkdirSync(root.path('srv/backups'));
  root.run('chown', ['snimok', '/srv/backups']);
  const settings = { PORT: port, BACKUP_FOLDER: '/srv/backups', UPDATE_SOURCE: '/next' };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(root.path('etc/snimok/snimok.env'), lines.join(''));
  cpSync(publicKey, root.path('etc/snimok/release-key.pub'));
  const releaseOf = (name: string, commits: number, sql: string) =>
    nextRelease(engine('PACKAGE'), root.path(name), { commits, sql, key });
  const failing = releaseOf('failing', 1, FAILS);
  const next = releaseOf('next', 2, ADDS_A_COLUMN);
  return { port, installed: versionOf(root), failing, next };
};

/** Waits until a portal without backups has made its first one, so that updates make the next ones. */
const firstBackup = async (user: User) => {
  const outcomes = async () => (await user.call(getPortalHealth)).runs.map(({ outcome }) => outcome);
  await expect.poll(outcomes, { timeout: 180_000 }).toContain('done');
};

test('an installed portal is updated while uploads run, and returns to its version when an update fails', async ({
  root,
  services,
  folder,
}) => {
  test.setTimeout(900_000);
  const { port, installed, failing, next } = await install(root, folder);
  const address = `http://127.0.0.1:${port}`;
  const service = root.startUpdatedService();
  services.push(service);
  await service.waitUntilRunning();
  const update = (name: string, watch = '0.2') =>
    service.begin('snimok-portal', 'update', `/${name}`, '--watch', watch);
  const answers = async () => (await fetch(`${address}/readyz`)).ok;
  const assistant = addAssistant(service);
  await firstBackup(await signInUser(address, assistant, new CallLog()));

  await test.step('a migration that fails leaves the old version', async () => {
    const { code, stderr } = await update('failing').ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('no_such_table')]);
    expect([versionOf(root), root.has(`opt/snimok-releases/${failing}`), await answers()]).toEqual([
      installed,
      false,
      true,
    ]);
    expect(readdirSync(root.path('srv/backups/backups'))).toHaveLength(2);
  });

  await test.step('killed at random moments, it is undone', async () => {
    for (let i = 0; i < KILLS; i += 1) {
      const running = update('next', '10');
      await sleep(1_000 + Math.random() * 20_000);
      await running.kill();
      service.run('snimok-portal', 'update', '--recover');
      await expect.poll(() => answers().catch(() => false), { timeout: 60_000 }).toBe(true);
      expect([versionOf(root), root.has(`opt/snimok-releases/${next}`)]).toEqual([installed, false]);
    }
  });

  await test.step('an administrator asks for the new version, and it continues the uploads that run', async () => {
    const log = new CallLog();
    const series = await writeSeries(join(folder, 'КТ'), { slices: 6, side: 32 });
    const user = await signInUser(address, assistant, log);
    const restarting = gate();
    const restarted = gate();
    const gates = { restarting: restarting.passed, restarted: restarted.passed };
    const uploads = await uploadSlowly(user, series, { log, ...gates });
    const found = async () => (await user.call(getPortalHealth)).update;
    await user.call(lookForUpdates);
    expect(await found()).toMatchObject({ installed, offered: next, canUpdate: true });
    await user.call(requestUpdate, { body: { version: next, when: 'now' } });
    // as the unit that waits for the request does
    const running = service.begin('snimok-portal', 'update', '--requested', '--watch', '0.2');
    await running.waitForOutput(/Starting the new version beside/);
    restarting.open();
    await running.waitForOutput(/ answers\. Its health is watched/);
    const runningThen = uploads.countRunning();
    restarted.open();
    const { code, stdout } = await running.ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('Installed.')]);
    expect(await found()).toMatchObject({
      installed: next,
      offered: null,
      step: null,
      result: { outcome: 'done', version: next },
    });
    await uploads.ended;
    expect(uploads.failures()).toEqual([]);
    expect(uploads.countRunning()).toBe(0);
    expect(runningThen).toBe(UPLOADS);
    const unanswered = log.calls.filter(({ status }) => status === null || status >= 500).length;
    process.stdout.write(`${runningThen} uploads ran at the restart; ${unanswered} requests were repeated\n`);
    const api = await AssistantAPI.signIn(address, assistant);
    for (const studyID of uploads.studies)
      await expectContents(api, studyID, { series, saved: join(folder, `${studyID}.zip`) });
    expect(root.has(`opt/snimok-releases/${installed}`)).toBe(false);
    const known = root.run('dpkg-query', ['--show', '--showformat', '${Version}', 'snimok-portal']);
    expect([versionOf(root), basename(service.runningFolder()), known]).toEqual([next, next, next]);
  });
});
