import { getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startClamdStandIn, testVirus } from '../../../testing/outside/clamd-stand-in.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { freePort } from '../../../testing/requests-and-waiting/free-port.ts';
import { completeUploadOf, type FileToSend, sendFiles } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { zipOf } from '../../../testing/scans/zips.ts';
import { processSentFiles } from '../process-upload.ts';

const { signal } = new AbortController();

/** A portal with a scanner, and an assistant. `process` stands for one attempt of the worker. */
const ready = async (settings: Record<string, string>) => {
  const server = await startServer(settings);
  const assistant = await server.as(await server.make.assistant());
  const send = async (files: FileToSend[]) => {
    const { studyID } = await server.make.study({ type: 'cbct' });
    const uploadUUID = await sendFiles(assistant, studyID, files);
    await completeUploadOf(assistant, uploadUUID, files);
    const study = async () => responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
    return { studyID, process: () => processSentFiles(server.context, { uploadUUID }, signal), study };
  };
  return { server, send };
};

test('a study with an infected file is not published, and card and history say so', async () => {
  const { url, scanned } = await startClamdStandIn();
  const { server, send } = await ready({ CLAMD_URL: url });
  const inside = [...volume(3), { filename: 'Просмотр/viewer.exe', bytes: testVirus() }];
  const files = [{ filename: 'КЛКТ.zip', bytes: await zipOf(inside) }];
  const { process, study, studyID } = await send(files);
  await process();
  const { status, upload } = await study();
  expect(status).toBe('in-work');
  expect(upload).toMatchObject({
    status: 'processed',
    error:
      'В файле «Просмотр/viewer.exe» найдена вредоносная программа (Eicar-Signature). Исследование не опубликовано: проверьте компьютер и загрузите снимки без этого файла',
  });
  expect(await server.context.db.selectFrom('objects').selectAll().execute()).toEqual([]);
  const events = await server.context.db
    .selectFrom('auditEvents')
    .select(['action', 'details'])
    .where('studyID', '=', studyID)
    .execute();
  expect(events.at(-1)).toEqual({ action: 'study.infected', details: { virus: 'Eicar-Signature' } });
  expect(server.logged.join('\n')).not.toContain('viewer.exe');

  // a study without the infected file is published, and every file of it was checked
  scanned.length = 0;
  const clean = await send(volume(3));
  await clean.process();
  expect((await clean.study()).status).toBe('done');
  expect(scanned.toSorted()).toEqual(
    volume(3)
      .map(({ bytes }) => bytes.length)
      .toSorted(),
  );
});

test('while the scanner is unavailable a study waits, and is published after its check', async () => {
  const port = await freePort();
  const { server, send } = await ready({ CLAMD_URL: `tcp://127.0.0.1:${port}` });
  const { process, study } = await send(volume(3));
  for (const _ of ['once', 'again']) {
    await process();
    const { status, upload } = await study();
    expect(status).toBe('in-work');
    expect(upload).toMatchObject({ status: 'completed', error: null, waitsFor: 'antivirus' });
  }
  // the job is queued for later, with all its attempts
  const { rows } = await server.context.pool.query<{ attempts: number; waits: boolean }>(
    `select attempts, run_at > now() as waits from graphile_worker.jobs where task_identifier = 'process-upload'`,
  );
  expect(rows).toEqual([{ attempts: 0, waits: true }]);
  await startClamdStandIn({ port });
  await process();
  const done = await study();
  expect(done.status).toBe('done');
  expect(done.upload).not.toHaveProperty('waitsFor');
});

test('a study with a file that the malware scanner refuses to check is not published', async () => {
  const { url } = await startClamdStandIn({ maxBytes: 1000 });
  const { send } = await ready({ CLAMD_URL: url });
  const { process, study } = await send(volume(3));
  await process();
  expect(await study()).toMatchObject({ status: 'in-work', upload: { waitsFor: 'antivirus' } });
});
