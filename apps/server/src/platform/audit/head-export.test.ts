import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { S3StandIn } from '../../testing/outside/s3-stand-in.ts';
import { startServer } from '../../testing/portal/server.ts';
import { exportHeads } from './export-heads.ts';
import { openHeadExport } from './head-export.ts';
import { signDailyHead, signHead } from './heads.ts';
import { portalInitiator, record } from './record.ts';
import { signingKeyOf } from './signing.ts';
import { verifyChain } from './verify-chain.ts';

const DAY_MS = 86_400_000;

test('the first run of each day signs one head, and a missing head is detected', async () => {
  const { context, clock } = await startServer({ TIME_ZONE: 'Europe/Moscow' });
  clock.freeze();
  for (let day = 0; day < 3; day++) {
    await record(context.db, portalInitiator, { action: 'study.archive', studyID: day });
    // two workers at the same time, and then another run in the next minute
    await Promise.all([signDailyHead(context), signDailyHead(context)]);
    await signDailyHead(context);
    clock.advance(DAY_MS);
  }
  await exportHeads(context);
  const heads = (await (await openHeadExport(context)).list()) ?? [];
  expect(heads.map(({ head: { number, seq } }) => [number, seq])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  const keys = [signingKeyOf(context.secrets.auditHeads[0]).publicKey];
  expect((await verifyChain(context.db, { exported: heads, keys })).problems).toEqual([]);
  const withoutSecond = heads.filter(({ head }) => head.number !== 2);
  await context.pool.query('alter table audit_heads disable trigger user');
  await context.pool.query('delete from audit_heads where number = 2');
  const { problems } = await verifyChain(context.db, { exported: withoutSecond, keys });
  expect(problems).toEqual(['heads 2 to 2 are missing']);
});

test('heads are exported to files of mode 600 in the data folder, or to the folder in AUDIT_EXPORT', async () => {
  const { context } = await startServer();
  await signHead(context);
  await exportHeads(context);
  const folder = join(context.config.dataDir, 'audit-heads');
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^audit-head-000001-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.json$/);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  const { head } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { head: string };
  expect(JSON.parse(head)).toMatchObject({ number: 1, previous: null });
  context.config.auditExport = `file:${join(context.config.dataDir, 'elsewhere')}`;
  await signHead(context);
  await exportHeads(context);
  expect(await readdir(join(context.config.dataDir, 'elsewhere'))).toHaveLength(1);
});

test('heads are stored in a bucket with an object lock, also after a failed export', async () => {
  const s3 = new S3StandIn();
  const endpoint = await s3.listen();
  onTestFinished(() => s3.close());
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await startServer({ AUDIT_EXPORT: `s3://audit/centre?endpoint=${endpoint}&lockDays=30` });
  const { context, clock } = server;
  clock.freeze();
  await signHead(context);
  s3.failNextPut = { status: 400, code: 'InvalidRequest' };
  await expect(exportHeads(context)).rejects.toThrow();
  await signHead(context);
  await signHead(context);
  await exportHeads(context);
  await exportHeads(context);
  const keys = [...s3.objects.keys()];
  expect(keys).toHaveLength(3);
  expect(keys.every((key) => key.startsWith('centre/audit-head-00000'))).toBe(true);
  const until = new Date(clock.now().getTime() + 30 * DAY_MS).toISOString();
  for (const key of keys) {
    const [mode, date] = s3.locks.get(key)?.split(' ') ?? [];
    expect([mode, Date.parse(date ?? '') - Date.parse(until)]).toEqual(['COMPLIANCE', expect.closeTo(0, -4)]);
  }
  expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(4);
  expect(await (await openHeadExport(context)).list()).toHaveLength(3);
});

test('a head is mailed as an attachment, and a repeated letter has the same identifier', async () => {
  const { context, outbox } = await startServer({ AUDIT_EXPORT: 'mailto:auditor@centre.example' });
  await signHead(context);
  await exportHeads(context);
  await context.pool.query('delete from audit_cursors');
  await exportHeads(context);
  expect(outbox).toHaveLength(2);
  expect(outbox[0]).toEqual(outbox[1]);
  expect(outbox[0]).toMatchObject({
    to: 'auditor@centre.example',
    attachments: [{ contentType: 'application/json' }],
  });
});

test('signatures by an earlier key stay valid after AUDIT_SIGNING_KEY is set, those by an unknown key are invalid', async () => {
  const { context } = await startServer();
  await signHead(context);
  const ring = context.secrets.auditHeads;
  const keys = (seeds: readonly Buffer[]) => seeds.map((seed) => signingKeyOf(seed).publicKey);
  context.secrets.auditHeads = [Buffer.alloc(32, 1), ...ring];
  await signHead(context);
  expect((await verifyChain(context.db, { keys: keys(context.secrets.auditHeads) })).problems).toEqual([]);
  const { problems } = await verifyChain(context.db, { keys: keys(ring) });
  expect(problems).toEqual([expect.stringMatching(/^head 2 of [\d-]+ has no valid signature/)]);
});

test.each([
  ['AUDIT_EXPORT', 'ftp://x'],
  ['AUDIT_EXPORT', 'mailto:nobody'],
  ['AUDIT_EXPORT', 's3://bucket?lockMode=sometimes'],
  ['AUDIT_EXPORT', 's3://bucket?lockDays=0'],
  ['AUDIT_EXPORT', 'file:relative'],
  ['AUDIT_SYSLOG', 'syslog.example'],
  ['AUDIT_SYSLOG', 'tcp://host:99999'],
  ['AUDIT_SYSLOG', 'unix:log'],
  ['AUDIT_SIGNING_KEY', 'short'],
])('the setting %s refuses %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
