import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, newMachine, only, release, version } from './testing/machine.mjs';

afterAll(cleanUp);

test('an update makes a backup, migrates, and replaces version and package', async () => {
  const machine = await newMachine();
  const { code, output } = await machine.update(await release(2));
  expect([code, output]).toEqual([0, expect.stringContaining('Installed.')]);
  expect(await machine.facts()).toEqual(only(2));
  expect(machine.backups()).toBe(1);
  // once beside the old version, once as the service
  expect(machine.migratedBy()).toEqual([1, 2, 2].map(version));
});

test('a release is installed from a web server', async () => {
  const machine = await newMachine();
  const folder = await release(2);
  const server = createServer((request, response) =>
    createReadStream(join(folder, decodeURIComponent(request.url.replace('/releases/', '')))).pipe(response),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { code, output } = await machine.update(`http://127.0.0.1:${server.address().port}/releases`);
  server.close();
  expect([code, output]).toEqual([0, expect.stringContaining('Installed.')]);
  expect(await machine.facts()).toEqual(only(2));
});

/** The portal of version 1 after a failed update. Its files are unchanged, and `migrated` has the versions that migrated. */
const expectUnchanged = async (machine, ...migrated) => {
  expect(await machine.facts()).toEqual(only(1));
  expect(machine.migratedBy()).toEqual([1, ...migrated].map(version));
};

test('a version whose migration fails leaves the old one', async () => {
  const machine = await newMachine();
  const { code, output } = await machine.update(await release(2, { migration: 'fails' }));
  expect([code, output]).toEqual([1, expect.stringContaining('relation "studies" does not exist')]);
  expect(output).toContain(`Version ${version(1)} goes on unchanged.`);
  await expectUnchanged(machine);
});

test('a version that is never ready leaves the old one', async () => {
  const machine = await newMachine();
  const { code, output } = await machine.update(
    await release(2, { ready: 'never' }),
    '--ready-within',
    '0.03',
  );
  expect([code, output]).toEqual([1, expect.stringContaining('The new version was not ready in time')]);
  await expectUnchanged(machine, 2);
});

test('after the switch a version that ends again and again is replaced by the old one', async () => {
  const machine = await newMachine();
  const next = await release(2, { service: { livesForMs: 700 } });
  const { code, output } = await machine.update(next, '--watch', '1');
  expect([code, output]).toEqual([1, expect.stringContaining('ended again and again after the switch')]);
  expect(output).toContain(`Version ${version(1)} answers again.`);
  expect(await machine.facts()).toEqual(only(1));
});

test('after the switch a version that is no longer ready is replaced by the old one', async () => {
  const machine = await newMachine();
  const next = await release(2, { service: { readyForMs: 1500 } });
  const { code, output } = await machine.update(next, '--watch', '1');
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('was not ready for 20 seconds after the switch'),
  ]);
  expect(await machine.facts()).toEqual(only(1));
});

test('without a folder for the backup nothing is updated', async () => {
  const machine = await newMachine();
  machine.writeSettings('BACKUP_FOLDER=\n');
  const next = await release(2);
  const { code, output } = await machine.update(next);
  expect([code, output]).toEqual([1, expect.stringContaining('BACKUP_FOLDER is not set')]);
  await expectUnchanged(machine);
  expect((await machine.update(next, '--backup', '/backups')).code).toBe(0);
  expect(machine.backups()).toBe(1);
});

test('a version that was undone can be installed later', async () => {
  const machine = await newMachine();
  expect((await machine.update(await release(2, { migration: 'fails' }))).code).toBe(1);
  expect((await machine.update(await release(2))).code).toBe(0);
  expect(await machine.facts()).toEqual(only(2));
});
