import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseURL } from '../testing/template-database.ts';
import { openPool } from './client.ts';

const fixture = join(import.meta.dirname, 'migrate-in-child.fixture.ts');

/** What it wrote when it failed, nothing else. */
const startProcess = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fixture, url], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += String(text)));
    child.once('error', reject).once('close', (code) => resolve(code === 0 ? '' : `${code}: ${said}`));
  });

test('processes that start at once on an empty database all find it ready', async () => {
  const serverURL = inject('databaseURL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openPool(serverURL, { max: 1 });
  onTestFinished(() => admin.end());
  await admin.query(`create database ${name}`);
  onTestFinished(async () => void (await admin.query(`drop database ${name} with (force)`)));
  const processes = Array.from({ length: 5 }, () => startProcess(databaseURL(serverURL, name)));
  expect(await Promise.all(processes)).toEqual(['', '', '', '', '']);
});
