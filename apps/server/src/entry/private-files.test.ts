import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../testing/portal/server.ts';
import { until } from '../testing/requests-and-waiting/until.ts';
import { runCommand, startEntryPoint } from './entry-point.fixture.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

/** The files and folders below a folder that other users may access. */
const accessible = async (folder: string): Promise<string[]> => {
  const names = ['', ...(await readdir(folder, { recursive: true }))];
  const modes = await Promise.all(
    names.map(async (name) => [name, await modeOf(join(folder, name))] as const),
  );
  return modes.filter(([, mode]) => !/^[0-7]00$/.test(mode)).map(([name, mode]) => `${name} ${mode}`);
};

/** A data folder as an earlier version has left it, on a machine with the usual umask. */
const earlierFolder = async (dataDir: string): Promise<void> => {
  await chmod(dataDir, 0o755);
  for (const name of ['storage', 'mail', 'work']) {
    await mkdir(join(dataDir, name), { recursive: true });
    await chmod(join(dataDir, name), 0o755);
  }
  await writeFile(join(dataDir, 'snimok.log'), '');
  await chmod(join(dataDir, 'snimok.log'), 0o644);
};

test('other users of the machine cannot read files that the portal, its commands or earlier versions wrote', async () => {
  const { dataDir, databaseURL = '' } = (await startServer()).context.config;
  await earlierFolder(dataDir);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseURL, PORT: '0' };
  const { child, ended } = startEntryPoint(settings, 'main');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const welcome = ['--role', 'doctor', '--email', 'petrov@clinic.test', '--name', 'Пётр Петров'];
  expect(await runCommand(settings, 'account', 'add', ...welcome)).toMatchObject({ code: 0 });
  const backups = join(dataDir, 'backups');
  expect(await runCommand(settings, 'backup', 'backup', backups)).toMatchObject({ code: 0 });
  await until(
    'the portal to start',
    async () =>
      (await readdir(dataDir)).includes('snimok.log') && (await stat(join(dataDir, 'snimok.log'))).size > 0,
  );
  expect(await accessible(dataDir)).toEqual([]);
});

test('the files of others in the data folder keep their modes', async () => {
  const { dataDir, databaseURL = '' } = (await startServer()).context.config;
  await writeFile(join(dataDir, 'readme.txt'), 'of the administrator');
  await chmod(join(dataDir, 'readme.txt'), 0o644);
  await runCommand({ DATA_DIR: dataDir, DATABASE_URL: databaseURL }, 'account', 'list');
  expect(await modeOf(join(dataDir, 'readme.txt'))).toBe('644');
});
