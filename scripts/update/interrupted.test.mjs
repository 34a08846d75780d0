import { afterAll, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { killAtRandom } from './testing/kill-update.mjs';
import { cleanUp, newMachine, only, release, version } from './testing/machine.mjs';

afterAll(cleanUp);

test('killed at random moments, an update is undone or complete', async () => {
  await killAtRandom(await newMachine(), 4);
});

test('an update that is killed after the switch is undone, without the program of the new version', async () => {
  const machine = await newMachine();
  const { pid, ended } = await machine.beginUpdate(await release(2), '--watch', '5');
  while ((await machine.answering()) !== version(2)) await sleep(50);
  await machine.run('rm', '/opt/snimok/node_modules/node/bin/node');
  await machine.kill(pid);
  await ended;
  expect((await machine.recover()).output).toBe(`Undoing the interrupted update to ${version(2)} …\n`);
  while ((await machine.answering()) !== version(1)) await sleep(50);
  expect(await machine.facts()).toEqual(only(1));
});

test('an update that is ended by its terminal after the switch goes back', async () => {
  const machine = await newMachine();
  const { pid, ended } = await machine.beginUpdate(await release(2), '--watch', '5');
  while ((await machine.answering()) !== version(2)) await sleep(50);
  await machine.run('kill', '-TERM', String(pid));
  expect((await ended).output).toContain('Ended by SIGTERM.');
  expect(await machine.facts()).toEqual(only(1));
});

test('an update that dpkg could not record is recorded later', async () => {
  const machine = await newMachine();
  // dpkg refuses to work while a directory has the name of its lock
  await machine.run('sh', '-c', 'rm /var/lib/dpkg/lock && mkdir /var/lib/dpkg/lock');
  const { code, output } = await machine.update(await release(2));
  expect([code, output]).toEqual([1, expect.stringContaining('dpkg could not record it')]);
  expect(await machine.answering()).toBe(version(2));
  await machine.run('rmdir', '/var/lib/dpkg/lock');
  expect((await machine.recover()).code).toBe(0);
  expect(await machine.facts()).toEqual(only(2));
});
