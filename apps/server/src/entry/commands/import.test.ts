import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { runCommand } from '../entry-point.fixture.ts';
import { archived, untilState, useArchive } from '../../reception/archive-import/archive.fixture.ts';

test('the import command plans, confirms and proves an import, and never prints the password of the archive', async () => {
  const server = await startServer();
  const { context, make } = server;
  const admin = await make.assistant();
  const client = await make.doctor();
  useArchive(server, [archived({ name: 'Иванов Иван' })]);
  await server.work('plan-archive-import', 'run-archive-import', 'process-upload', 'discard-upload');
  const settings = {
    DATABASE_URL: context.pool.options.connectionString ?? '',
    DATA_DIR: context.config.dataDir,
    IMPORT_PASSWORD: 'Tajna-12345',
  };
  const run = async (...args: string[]) => {
    const { code, out, err } = await runCommand(settings, 'import', ...args);
    expect(`${out}${err}`).not.toContain('Tajna');
    return { code, text: `${out}${err}` };
  };
  expect(await run('plan', '--source', 'orthanc:http://10.0.0.5:8042')).toMatchObject({ code: 1 });
  const folder = join(context.config.dataDir, 'work');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'clients.csv'), `referringPhysician;client\nБелов;${client.email}`);
  const source = ['--source', 'orthanc:http://10.0.0.5:8042', '--user', 'snimok', '--account', admin.email];
  const list = ['--client', String(client.id), '--csv', join(folder, 'clients.csv')];
  expect((await run('plan', ...source, ...list)).text).toContain('Import 1:');
  const assistant = await server.as(admin);
  await untilState(assistant, 1, 'planned');
  expect((await run('show', '1')).text).toContain('Planned: new 1');
  expect(await run('confirm', '1')).toMatchObject({ code: 0 });
  await untilState(assistant, 1, 'finished');
  const proof = join(folder, 'proof.ndjson');
  expect(await run('proof', '1', '--out', proof)).toMatchObject({ code: 0 });
  expect(await readFile(proof, 'utf8')).toContain('"verdict":"equal"');
  expect((await run('resume', '1')).text).toContain('The state of the import does not allow this');
});
