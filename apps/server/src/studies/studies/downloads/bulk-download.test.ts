import { measureDownload } from '@snimok/contract/studies/bulk-downloads';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { type FileToSend, sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { filesIn } from '../../../testing/scans/zips.ts';

const text = (filename: string, content: string): FileToSend => ({ filename, bytes: Buffer.from(content) });
const DOWNLOADS = '/assistant/downloads/studies';

test('several studies are downloaded as one ZIP with a folder each, and each study gets a download record', async () => {
  const server = await startServer();
  const { as, make, context, address, clock } = server;
  await server.work();
  const account = await make.doctor();
  const patient = await make.patient({ doctor: account, name: 'Ёлкин Пётр Ильич' });
  const assistant = await as(await make.assistant());
  const random = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * i * 31) & 255));
  const sent = [
    [
      radiograph(),
      text('a.txt', 'а'.repeat(5000)),
      { filename: 'КТ/b.bin', bytes: random },
      text('empty', ''),
    ],
    [radiograph(), text('a.txt', 'другой')],
    [text('empty', ''), radiograph(), text('d.txt', 'б'.repeat(300))],
  ];
  const made = [
    await make.study({ patient, type: 'cbct' }),
    await make.study({ patient, type: 'cbct' }),
    await make.study({ doctor: account, type: 'rg' }),
  ];
  for (const [at, { studyID }] of made.entries()) await sendStudy(assistant, studyID, sent[at]!);

  const query = `?studyIDs=${made.map(({ studyID }) => studyID).join(',')}`;
  const { sizeBytes } = responseOf(measureDownload, await assistant.get(`${DOWNLOADS}/size${query}`));
  const url = `${address}/api/1${DOWNLOADS}${query}`;
  const head = await fetch(url, { method: 'HEAD', headers: { cookie: assistant.cookie } });
  const reply = await fetch(url, { headers: { cookie: assistant.cookie } });
  const zip = Buffer.from(await reply.arrayBuffer());
  expect([zip.length, ...[reply, head].map(({ headers }) => Number(headers.get('content-length')))]).toEqual([
    sizeBytes,
    sizeBytes,
    sizeBytes,
  ]);
  const today = dayIn(context.config.timeZone, clock.now());
  expect(decodeURIComponent(reply.headers.get('content-disposition') ?? '')).toContain(
    `Исследования_${today}.zip`,
  );
  // the day that the files state
  const folders = [
    'Ёлкин_П_И_2026-11-21_КЛКТ',
    'Ёлкин_П_И_2026-11-21_КЛКТ (2)',
    'Иванов_И_И_2026-11-21_Рентген',
  ];
  const expected = sent.flatMap((files, at) =>
    files.map(({ filename, bytes }) => [`${folders[at]}/${filename}`, Buffer.from(bytes)] as const),
  );
  const found = await filesIn(zip);
  expect([...found.keys()].toSorted()).toEqual(expected.map(([name]) => name).toSorted());
  for (const [name, bytes] of expected) expect([name, found.get(name)?.equals(bytes)]).toEqual([name, true]);

  await context.auditBuffer.flush();
  const records = await context.db
    .selectFrom('auditEvents')
    .select('studyID')
    .where('action', '=', 'study.download')
    .execute();
  expect(records.map(({ studyID }) => studyID).toSorted()).toEqual(made.map(({ studyID }) => studyID));
});

test('a download of several studies is refused if one is not done or deleted, or if too many are requested', async () => {
  const { as, make, context, clock } = await startServer();
  const assistant = await as(await make.assistant());
  const done = await make.study({ status: 'done' });
  const archived = await make.study({ status: 'archived' });
  const inWork = await make.study();
  const deleted = await make.study({ status: 'done' });
  await context.db
    .updateTable('studies')
    .set({ deletedAt: clock.now() })
    .where('id', '=', deleted.studyID)
    .execute();
  for (const [other, refused] of [
    [archived, [409, 'Исследование в архиве. Сначала восстановите его']],
    [inWork, [409, 'Исследование ещё не готово к скачиванию']],
    [deleted, [404, 'Исследование не найдено']],
  ] as const)
    for (const path of [DOWNLOADS, `${DOWNLOADS}/size`])
      expect(refusal(await assistant.get(`${path}?studyIDs=${done.studyID},${other.studyID}`))).toEqual(
        refused,
      );
  for (const wrong of ['', '0', '1;2', 'x', Array(31).fill(1).join(',')])
    expect((await assistant.get(`${DOWNLOADS}?studyIDs=${wrong}`)).status).toBe(400);
});

test('each study of a download counts towards the limit of its account', async () => {
  const { as, make } = await startServer({ DOWNLOADS_HOURLY: '2' });
  const assistant = await as(await make.assistant());
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) ids.push((await make.study({ status: 'done' })).studyID);
  const [status] = refusal(await assistant.get(`${DOWNLOADS}/size?studyIDs=${ids.join(',')}`));
  expect(status).toBe(429);
});
