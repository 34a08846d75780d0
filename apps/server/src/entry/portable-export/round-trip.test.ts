import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signingKeyOf } from '../../platform/audit/signing.ts';
import { linkEvents } from '../../platform/audit/chain.ts';
import { verifyChain } from '../../platform/audit/verify-chain.ts';
import { startServer } from '../../testing/portal/server.ts';
import { check, newFolder, nothingWrong } from '../backup/backup.fixture.ts';
import { checkExport } from './check-export.ts';
import { exportedTables } from './exported-tables.ts';
import { finishLoad, loadPortal } from './load-portal.ts';
import { contentOf, exportTo, startFullPortal, valuesOf } from './portable-export.fixture.ts';

const quiet = () => undefined;
const linesOf = (bytes: Buffer | undefined) => String(bytes).split('\n').filter(Boolean);

test('an export that is loaded into an empty portal and exported again has the same rows and bytes', async () => {
  const { server } = await startFullPortal();
  const folder = join(await newFolder(), 'one');
  const manifest = await exportTo(server, folder);
  expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([]);
  expect(manifest.missing).toEqual([]);
  expect((await checkExport(folder, quiet)).bad).toBe(0);
  const other = await startServer();
  await loadPortal(other.context, folder, quiet);
  await finishLoad(other.context);
  const again = join(await newFolder(), 'two');
  await exportTo(other, again);
  const { auditEvents, auditChain, ...values } = await valuesOf(other.context);
  const before = await valuesOf(server.context);
  expect(values).toEqual({ ...before, auditEvents: undefined, auditChain: undefined });
  expect(auditEvents).toEqual(expect.arrayContaining(before.auditEvents ?? []));
  expect(auditChain).toEqual(expect.arrayContaining(before.auditChain ?? []));
  const first = await contentOf(folder);
  const second = await contentOf(again);
  expect([...second.keys()]).toEqual([...first.keys()]);
  const differing = [...first].flatMap(([path, bytes]) => (bytes.equals(second.get(path)!) ? [] : [path]));
  const named = exportedTables.flatMap(({ name, differs }) => (differs ? [`data/${name}.ndjson`] : []));
  const ofFiles = ['files.ndjson', 'manifest.json'];
  expect(differing.filter((path) => !named.includes(path))).toEqual(ofFiles);
  // the history of the first export, and after it the records of the load and of the second export
  const events = linesOf(first.get('data/auditEvents.ndjson'));
  const after = linesOf(second.get('data/auditEvents.ndjson'));
  expect(after.slice(0, events.length)).toEqual(events);
  const added = after.slice(events.length).map((line) => (JSON.parse(line) as { action: string }).action);
  expect(added).toEqual(['portal.load', 'portal.export']);
  // the loaded portal has every object of its rows, and nothing else
  expect(await check(other)).toMatchObject(nothingWrong);
  const seeds = [server, other].map(({ context }) => context.secrets.auditHeads[0]);
  const keys = seeds.map((seed) => signingKeyOf(seed).publicKey);
  await linkEvents(other.context.db);
  expect((await verifyChain(other.context.db, { keys })).problems).toEqual([]);
}, 240_000);
