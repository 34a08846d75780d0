import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeSealedReport } from '../../reporting/study-reports/document/make-sealed-report.ts';
import { reportInput } from '../../reporting/study-reports/document/sealed-report.fixture.ts';
import { portalInitiator, record } from '../../platform/audit/record.ts';
import { startServer } from '../../testing/portal/server.ts';
import { runCommand } from '../entry-point.fixture.ts';

test('verify-report accepts a sealed file with its record, and refuses a changed one, with and without the database', async () => {
  const { context } = await startServer();
  const settings = {
    DATABASE_URL: context.pool.options.connectionString ?? '',
    DATA_DIR: context.config.dataDir,
  };
  const folder = await mkdtemp(join(tmpdir(), 'snimok-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'report.pdf');
  const key = join(folder, 'key.pem');
  const verify = (...flags: string[]) => runCommand(settings, 'audit', 'verify-report', ...flags);

  const { pdf, sha256 } = await makeSealedReport(context, await reportInput());
  await writeFile(file, pdf);
  const unrecorded = await verify(file);
  expect([unrecorded.code, unrecorded.out]).toEqual([
    1,
    expect.stringMatching(/^NOT INTACT\nThe seal is valid[^]*no record of this file/),
  ]);
  await record(context.db, portalInitiator, { action: 'study.report', studyID: 12, details: { sha256 } });
  const accepted = await verify(file);
  expect([accepted.code, accepted.out]).toEqual([
    0,
    expect.stringMatching(/^INTACT\n[^]*confirms it: record \d+ \(not linked yet\) of .*, study 12\./),
  ]);

  const keys = await runCommand(settings, 'audit', 'report-keys');
  expect(keys.out).toMatch(/^portal [0-9a-f]{16}, first used on /);
  await writeFile(key, keys.out);
  const elsewhere = { DATA_DIR: join(folder, 'no-portal') };
  const verifyElsewhere = () =>
    runCommand(elsewhere, 'audit', 'verify-report', file, '--key', key).then(({ code }) => code);
  expect(await verifyElsewhere()).toBe(0);
  pdf[pdf.length >> 1]! ^= 1;
  await writeFile(file, pdf);
  expect(await verifyElsewhere()).toBe(1);
  const changed = await verify(file);
  expect([changed.code, changed.out]).toEqual([1, expect.stringMatching(/^NOT INTACT\n.*was changed/)]);
  expect((await verify()).err).toContain('Name the PDF file');
}, 120_000);
