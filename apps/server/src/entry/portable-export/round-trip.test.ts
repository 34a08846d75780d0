import { expect, test } from 'vitest';
import { newFolder } from '../backup/backup.fixture.ts';
import { startServer } from '../../testing/portal/server.ts';
import { checkExport } from './check-export.ts';
import { finishLoad, loadPortal } from './load-portal.ts';
import { contentOf, exportTo, startFullPortal } from './portable-export.fixture.ts';
import { join } from 'node:path';

const quiet = () => undefined;

test('an export that is loaded into an empty portal and exported again has the same rows and bytes', async () => {
  const { server } = await startFullPortal();
  const folder = join(await newFolder(), 'one');
  const manifest = await exportTo(server, folder);
  console.log(
    manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name),
    manifest.missing,
    manifest.unprocessedUploads,
    manifest.files,
  );
  expect((await checkExport(folder, console.log)).bad).toBe(0);
  const other = await startServer();
  await loadPortal(other.context, folder, quiet);
  await finishLoad(other.context);
  const again = join(await newFolder(), 'two');
  await exportTo(other, again);
  const [first, second] = [await contentOf(folder), await contentOf(again)];
  console.log([...first.keys()].filter((k) => !k.startsWith('data')));
  expect([...second.keys()]).toEqual([...first.keys()]);
  const differing = [...first]
    .filter(([path, bytes]) => !bytes.equals(second.get(path) ?? Buffer.alloc(0)))
    .map(([path]) => path);
  expect(differing).toEqual([
    'data/auditChain.ndjson',
    'data/auditEvents.ndjson',
    'files.ndjson',
    'manifest.json',
  ]);
}, 120_000);
