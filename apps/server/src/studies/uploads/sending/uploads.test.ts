import { startUpload } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { processSentFiles } from '../../processing/process-upload.ts';
import { badIDs, badUUIDs } from '../../../testing/requests-and-waiting/pages.ts';
import { responseOf, refusal, sentenceOf } from '../../../testing/requests-and-waiting/contract.ts';
import { putBytes, sendFiles, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { bytes, complete, makeStudyToSend, register } from './upload.fixture.ts';

test('simultaneous and repeated requests get the same open upload of a study', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const other = await server.as(await server.make.assistant());
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? assistant : other).post(`/assistant/studies/${studyID}/upload`),
    ),
  );
  const uploads = replies.map((reply) => responseOf(startUpload, reply));
  expect(new Set(uploads.map(({ uploadUUID }) => uploadUUID)).size).toBe(1);
  expect(uploads[0]).toMatchObject({ status: 'uploading', error: null, progress: null, files: [] });
  expect(await startUploadOf(assistant, studyID)).toEqual(uploads[0]);
  const study = await assistant.get(`/assistant/studies/${studyID}`);
  const { files: _, ...state } = uploads[0] ?? { files: [] };
  expect(study.body).toMatchObject({ status: 'in-work', upload: state });
  expect((await assistant.get(`/assistant/uploads/${uploads[0]?.uploadUUID}`)).body).toEqual(state);
});

test('an interrupted upload reports which files were sent completely', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const urls = {
    whole: await register(assistant, uploadUUID, 'Снимки/1.dcm', 4),
    empty: await register(assistant, uploadUUID, 'пусто', 0),
  };
  await register(assistant, uploadUUID, 'never.dcm', 5);
  expect((await putBytes(urls.whole, bytes('abcd'))).status).toBe(200);
  expect((await putBytes(urls.empty, bytes(''))).status).toBe(200);
  const again = await startUploadOf(await server.as(await server.make.assistant()), studyID);
  expect(again.uploadUUID).toBe(uploadUUID);
  expect(again.files).toEqual([
    { filename: 'never.dcm', filesize: 5, uploaded: false },
    { filename: 'Снимки/1.dcm', filesize: 4, uploaded: true },
    { filename: 'пусто', filesize: 0, uploaded: true },
  ]);
});

test('registering a name again replaces the file', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const first = await register(assistant, uploadUUID, 'a.dcm', 4);
  await putBytes(first, bytes('abcd'));
  const second = await register(assistant, uploadUUID, 'a.dcm', 6);
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: 'a.dcm', filesize: 6, uploaded: false },
  ]);
  // bytes sent to the old URL do not count
  await putBytes(first, bytes('wxyz'));
  expect(refusal(await complete(assistant, uploadUUID, ['a.dcm']))).toEqual([
    400,
    'Файл «a.dcm» загружен не полностью. Загрузите его ещё раз',
  ]);
  await putBytes(second, bytes('abcdef'));
  expect((await complete(assistant, uploadUUID, ['a.dcm'])).status).toBe(200);
});

test('an upload is completed only if all listed files were sent', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const uploadUUID = await sendFiles(assistant, studyID, [
    { filename: 'Снимки/1.dcm', bytes: bytes('abcd') },
  ]);
  await register(assistant, uploadUUID, 'late.dcm', 5);
  const refused: [finalFiles: unknown, sentence: string][] = [
    [[], 'finalFiles: перечислите загруженные файлы'],
    [['Снимки/2.dcm'], 'Файл «Снимки/2.dcm» не был зарегистрирован в этой загрузке'],
    [['Снимки/1.dcm', 'снимки/1.dcm'], 'Файл «снимки/1.dcm» не был зарегистрирован в этой загрузке'],
    [['../1.dcm\u0000'], 'Файл «../1.dcm\u0000» не был зарегистрирован в этой загрузке'],
    [['Снимки/1.dcm', 'late.dcm'], 'Файл «late.dcm» загружен не полностью. Загрузите его ещё раз'],
    [undefined, 'Заполните поле «Список файлов» (finalFiles)'],
    ['Снимки/1.dcm', 'Список файлов (finalFiles): неверный тип значения'],
    [[5], 'Список файлов (finalFiles): неверный тип значения'],
    [[null], 'Список файлов (finalFiles): неверный тип значения'],
  ];
  for (const [finalFiles, sentence] of refused) {
    expect([finalFiles, ...refusal(await complete(assistant, uploadUUID, finalFiles))]).toEqual([
      finalFiles,
      400,
      sentence,
    ]);
  }
  // the size in the store differs from the registered one
  const { db } = server.context;
  await db.updateTable('uploadFiles').set({ sizeBytes: 9 }).where('filename', '=', 'Снимки/1.dcm').execute();
  expect(refusal(await complete(assistant, uploadUUID, ['Снимки/1.dcm']))).toEqual([
    400,
    'Файл «Снимки/1.dcm» загружен с другим размером. Загрузите его ещё раз',
  ]);
  await db.updateTable('uploadFiles').set({ sizeBytes: 4 }).where('filename', '=', 'Снимки/1.dcm').execute();
  expect((await assistant.get(`/assistant/uploads/${uploadUUID}`)).body).toMatchObject({
    status: 'uploading',
  });
  const registered = await db.selectFrom('uploadFiles').select('filename').execute();
  expect(registered).toHaveLength(2);

  const done = await complete(assistant, uploadUUID, ['Снимки/1.dcm', 'Снимки/1.dcm']);
  expect(done.body).toMatchObject({ uploadUUID, status: 'completed', error: null });
  // files that the request does not list are deleted
  expect(await db.selectFrom('uploadFiles').select('filename').execute()).toEqual([
    { filename: 'Снимки/1.dcm' },
  ]);
});

test('an upload is completed once and then accepts no files', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const uploadUUID = await sendFiles(assistant, studyID, [{ filename: 'a.dcm', bytes: bytes('abcd') }]);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => complete(assistant, uploadUUID, ['a.dcm'])),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused && sentenceOf(refused)).toBe('Эта загрузка уже завершена');
  for (const finalFiles of [['a.dcm'], []]) {
    expect((await complete(assistant, uploadUUID, finalFiles)).status).toBe(409);
  }
  const late = { filename: 'b.dcm', filesize: 1 };
  const path = `/assistant/uploads/${uploadUUID}`;
  expect((await assistant.post(`${path}/presigned-url`, late)).status).toBe(409);
  expect((await assistant.post(`${path}/presigned-urls`, { files: [late] })).status).toBe(409);
  expect(await listJobs(server.context.db, { task: 'process-upload' })).toHaveLength(1);
  // until it is processed, it remains the upload of the study
  expect(await startUploadOf(assistant, studyID)).toMatchObject({ uploadUUID, status: 'completed' });
  await processSentFiles(server.context, { uploadUUID }, new AbortController().signal);
  expect((await startUploadOf(assistant, studyID)).uploadUUID).not.toBe(uploadUUID);
});

test('uploads to studies that are not in work, and uploads with invalid ids, are refused', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  for (const status of ['done', 'archived'] as const) {
    const { studyID } = await make.study({ status });
    expect(refusal(await assistant.post(`/assistant/studies/${studyID}/upload`))).toEqual([
      409,
      'Загружать файлы можно только в исследование, которое в работе',
    ]);
  }
  const file = { filename: 'a', filesize: 1 };
  for (const uuid of [...badUUIDs, '00000000-0000-4000-8000-000000000000']) {
    const path = `/assistant/uploads/${encodeURI(uuid).replaceAll('%25', '%')}`;
    const replies = [
      await assistant.get(path),
      await assistant.post(`${path}/presigned-url`, file),
      await assistant.post(`${path}/presigned-urls`, { files: [file] }),
      await assistant.post(`${path}/complete`, { finalFiles: ['a'] }),
    ];
    for (const reply of replies) {
      expect([uuid, ...refusal(reply)]).toEqual([uuid, 404, expect.stringMatching(/[а-я]/)]);
    }
  }
  for (const id of badIDs) {
    expect([id, (await assistant.post(`/assistant/studies/${id}/upload`)).status]).toEqual([id, 404]);
  }
});
