import { expect, test } from 'vitest';
import { refusal, sentenceOf } from '../../../testing/requests-and-waiting/contract.ts';
import { putBytes, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { bytes, makeStudyToSend } from './upload.fixture.ts';

test('a file name is a relative path of at most 1,024 bytes, in any script', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const registerName = (filename: unknown, filesize: unknown = 1) =>
    assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename, filesize });
  const good = [
    'a',
    'Снимки/Серия 1/срез (2).dcm',
    '.hidden',
    'a..b',
    '...',
    'я'.repeat(512),
    '李雷/🦷.dcm',
    'C',
    ' a ',
  ];
  for (const filename of good)
    expect([filename, (await registerName(filename)).status]).toEqual([filename, 200]);
  const bad = [
    '',
    '/a',
    '/',
    '../a',
    'a/../b',
    'a/..',
    '..',
    '.',
    './a',
    'a//b',
    'a/',
    'C:/a',
    'c:a',
    'a\\b',
  ];
  bad.push('..\\a', '\\\\server\\a', 'a\u0000b', 'a\nb', 'a\u007fb', 'я'.repeat(513), 'a\ud800');
  for (const filename of bad) {
    const sentence = 'нужен относительный путь без «..», не длиннее 1024 байт, с разделителем «/»';
    expect([filename, ...refusal(await registerName(filename))]).toEqual([
      filename,
      400,
      `Имя файла (filename): ${sentence}`,
    ]);
  }
  for (const filename of [undefined, null, 5, ['a']]) {
    const reply = await registerName(filename);
    expect([filename, reply.status]).toEqual([filename, 400]);
    expect(sentenceOf(reply)).toMatch(/Имя файла»? \(filename\)/);
  }
  for (const filesize of [-1, 1.5, '5', null, 5 * 1024 ** 3 + 1, 1e300]) {
    const reply = await registerName('a', filesize);
    expect([filesize, reply.status]).toEqual([filesize, 400]);
    expect(sentenceOf(reply)).toMatch(/^Размер файла \(filesize\): /);
  }
  const { files } = await startUploadOf(assistant, studyID);
  expect(files.map(({ filename }) => filename).toSorted()).toEqual(good.toSorted());
});

test('one request registers up to 500 files', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const registerAll = (files: unknown) =>
    assistant.post(`/assistant/uploads/${uploadUUID}/presigned-urls`, { files });
  const file = (i: number) => ({ filename: `${i}.dcm`, filesize: i });
  const reply = await registerAll([
    ...Array.from({ length: 499 }, (_, i) => file(i)),
    { filename: '7.dcm', filesize: 70 },
  ]);
  const { files } = reply.body as { files: { filename: string; presignedURL: string }[] };
  expect(files).toHaveLength(499);
  expect(new Set(files.map(({ presignedURL }) => presignedURL)).size).toBe(499);
  // if a name occurs twice, the last one counts
  const seventh = files.find(({ filename }) => filename === '7.dcm')?.presignedURL ?? '';
  expect((await putBytes(seventh, bytes('x'.repeat(7)))).status).toBe(400);
  expect((await putBytes(seventh, bytes('x'.repeat(70)))).status).toBe(200);
  for (const files of [[], Array.from({ length: 501 }, (_, i) => file(i)), 'a', undefined]) {
    expect((await registerAll(files)).status).toBe(400);
  }
  // one invalid name refuses the whole request
  expect(refusal(await registerAll([file(1000), { filename: '../x', filesize: 1 }]))).toEqual([
    400,
    expect.stringMatching(/^Имя файла \(filename\): /),
  ]);
  expect((await startUploadOf(assistant, studyID)).files).toHaveLength(499);
});
