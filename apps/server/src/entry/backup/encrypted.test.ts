import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDoneStudy } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { runCommand } from '../entry-point.fixture.ts';
import { newIdentity } from './age/keys.ts';
import { check, newFolder, nothingWrong, restoreInto, save } from './backup.fixture.ts';
import { bytesOf, rowsOf, startBusyPortal } from './centre.fixture.ts';
import { listBackups, pathOfBackup } from './folder.ts';

const keyPair = async () => {
  const { recipient, file } = newIdentity(new Date());
  const path = join(await newFolder(), 'identity.txt');
  await writeFile(path, file);
  return { recipient, path };
};

/** The same portal with other settings of backups. */
const withKeys = (portal: TestServer, backupRecipients: string[]): TestServer => ({
  ...portal,
  context: { ...portal.context, config: { ...portal.context.config, backupRecipients } },
});

const filesIn = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};

test('a backup to a public key contains nothing about people in plain text, and only the private key restores it', async () => {
  const portal = await startBusyPortal();
  const key = await keyPair();
  const wrong = await keyPair();
  const folder = await newFolder();
  expect(await save(withKeys(portal, [key.recipient]), folder)).toMatchObject({ bad: 0 });
  const secret = await readFile(join(portal.context.config.dataDir, 'secret'), 'utf8');
  for (const path of await filesIn(folder)) {
    const content = await readFile(path);
    const isPlain = /(manifest\.json|objects\.gz)$/.test(path);
    expect([path, content.subarray(0, 21).toString() === 'age-encryption.org/v1']).toEqual([path, !isPlain]);
    expect([path, content.includes(secret)]).toEqual([path, false]);
  }

  const other = await startServer();
  await expect(restoreInto(other, folder)).rejects.toThrow(`private key of ${key.recipient}`);
  other.context.config.backupIdentity = wrong.path;
  await expect(restoreInto(other, folder)).rejects.toThrow(/BACKUP_IDENTITY does not decrypt this backup/);
  other.context.config.backupIdentity = join(folder, 'none');
  await expect(restoreInto(other, folder)).rejects.toThrow('cannot be read');
  other.context.config.backupIdentity = key.path;
  await restoreInto(other, folder);
  expect(await bytesOf(other.context)).toEqual(await bytesOf(portal.context));
  const found = await rowsOf(other.context.pool);
  const saved = await rowsOf(portal.context.pool);
  expect({ ...found, letters: null }).toEqual({ ...saved, letters: null });
  expect(await readFile(join(other.context.config.dataDir, 'secret'), 'utf8')).toBe(secret);
  expect(await check(other)).toMatchObject(nothingWrong);
});

test('a later backup copies only new objects, and old backups are removed without the private key', async () => {
  const portal = await startServer();
  const key = await keyPair();
  const folder = await newFolder();
  await makeDoneStudy(portal);
  await save(portal, folder);
  // the objects of the unencrypted backup are copied again
  portal.clock.advance(1000);
  expect(await save(withKeys(portal, [key.recipient]), folder)).toMatchObject({ copied: 2 });
  await makeDoneStudy(portal);
  portal.clock.advance(1000);
  expect(await save(withKeys(portal, [key.recipient]), folder)).toMatchObject({ objects: 4, copied: 2 });

  // both kinds are restored from one folder
  const [plain = '', , newest = ''] = await listBackups(folder);
  const earlier = await startServer();
  await restoreInto(earlier, folder, plain);
  expect(await check(earlier)).toMatchObject({ objects: 2, ...nothingWrong });
  const other = await startServer({ BACKUP_IDENTITY: key.path });
  await restoreInto(other, folder, newest);
  expect(await check(other)).toMatchObject({ objects: 4, ...nothingWrong });

  portal.clock.advance(1000);
  await save(withKeys(portal, [key.recipient]), folder, { keep: 1 });
  const names = (await filesIn(join(folder, 'objects'))).filter((path) => !path.includes('.incoming'));
  expect(names).toHaveLength(4);
  expect(names.every((path) => path.endsWith('.age'))).toBe(true);
});

test('a damaged encrypted object is reported, and the others are restored', async () => {
  const portal = await startServer();
  const key = await keyPair();
  const folder = await newFolder();
  await makeDoneStudy(portal);
  await save(withKeys(portal, [key.recipient]), folder);
  const [object = ''] = await filesIn(join(folder, 'objects/warm/studies'));
  const content = await readFile(object);
  content.writeUInt8((content.at(-1) ?? 0) ^ 1, content.length - 1);
  await writeFile(object, content);
  const other = await startServer({ BACKUP_IDENTITY: key.path });
  expect(await restoreInto(other, folder)).toMatchObject({ bad: 1, copied: 1 });
});

test('a changed byte of any file of an encrypted backup is noticed, and no rows are restored', async () => {
  const portal = await startServer();
  const key = await keyPair();
  const folder = await newFolder();
  await makeDoneStudy(portal);
  await portal.make.patient({ name: 'Секретова Анна' });
  await save(withKeys(portal, [key.recipient]), folder);
  const [name = ''] = await listBackups(folder);
  const other = await startServer({ BACKUP_IDENTITY: key.path });
  const patients = async () => (await other.context.db.selectFrom('patients').select('id').execute()).length;
  const files = (await filesIn(pathOfBackup(folder, name))).filter((path) => path.endsWith('.age'));
  expect(files.length).toBeGreaterThan(20);
  for (const [n, path] of files.entries()) {
    const content = await readFile(path);
    // changes a bit in the header, in its MAC, in the encrypted content or in its tag
    const mac = content.indexOf('---');
    const at = [30, mac + 10, mac + 90, content.length - 1][n % 4] ?? 0;
    const changed = Buffer.from(content);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await writeFile(path, changed);
    const outcome = await restoreInto(other, folder).catch((cause: unknown) => cause);
    expect([path, at, outcome instanceof Error]).toEqual([path, at, true]);
    await writeFile(path, content);
  }
  expect(await patients()).toBe(0);
  expect(await restoreInto(other, folder)).toMatchObject({ bad: 0 });
  expect(await patients()).toBeGreaterThan(0);
});

test('a removed recipient cannot restore later backups; the remaining ones can, with earlier objects too', async () => {
  const portal = await startServer();
  const stays = await keyPair();
  const leaves = await keyPair();
  const comes = await keyPair();
  const folder = await newFolder();
  await makeDoneStudy(portal);
  await save(withKeys(portal, [stays.recipient, leaves.recipient]), folder);
  portal.clock.advance(1000);
  await makeDoneStudy(portal);
  await save(withKeys(portal, [stays.recipient]), folder);
  const [before = '', after = ''] = await listBackups(folder);
  const restoreWith = async (path: string, name: string) =>
    restoreInto(await startServer({ BACKUP_IDENTITY: path }), folder, name);
  expect(await restoreWith(leaves.path, before)).toMatchObject({ bad: 0, objects: 2 });
  await expect(restoreWith(leaves.path, after)).rejects.toThrow(
    /BACKUP_IDENTITY does not decrypt this backup/,
  );
  expect(await restoreWith(stays.path, after)).toMatchObject({ bad: 0, objects: 4 });

  // a key that replaces all others does not decrypt objects that were copied earlier
  portal.clock.advance(1000);
  await save(withKeys(portal, [comes.recipient]), folder);
  const newest = (await listBackups(folder)).at(-1) ?? '';
  await expect(restoreWith(comes.path, newest)).rejects.toThrow(/encrypted to an earlier key/);
  const both = join(await newFolder(), 'identities.txt');
  await writeFile(both, `${await readFile(comes.path, 'utf8')}${await readFile(stays.path, 'utf8')}`);
  expect(await restoreWith(both, newest)).toMatchObject({ bad: 0, objects: 4 });
});

test('`npm run backup-key` makes a pair of keys that the commands accept', async () => {
  const { context } = await startServer();
  const { dataDir, databaseURL = '' } = context.config;
  const folder = await newFolder();
  const file = join(folder, 'identity.txt');
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseURL };
  const { out, code } = await runCommand(settings, 'backup', 'key', file);
  expect(code).toBe(0);
  const [, recipient = ''] = /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(out) ?? [];
  expect(await runCommand(settings, 'backup', 'key', file)).toMatchObject({ code: 1 });
  const backups = join(folder, 'backups');
  const saved = await runCommand({ ...settings, BACKUP_RECIPIENT: recipient }, 'backup', 'backup', backups);
  expect(saved).toMatchObject({ code: 0 });
  const other = await startServer({ BACKUP_IDENTITY: file });
  expect(await restoreInto(other, backups)).toMatchObject({ bad: 0 });
  const mistyped = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`;
  expect(
    await runCommand({ ...settings, BACKUP_RECIPIENT: mistyped }, 'backup', 'backup', backups),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not a public key of age'),
  });
});
