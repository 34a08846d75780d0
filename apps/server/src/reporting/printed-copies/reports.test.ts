import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pdfText } from '../../testing/pictures-and-documents/pdf-text.ts';
import { distanceFromGolden } from '../../testing/pictures-and-documents/golden.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { startServer } from '../../testing/portal/server.ts';
import { type ReportFacts, writeReport } from '../../platform/pdf-documents/report.ts';

test('a report is a PDF with the picture in it', async () => {
  const { as, make } = await startServer();
  const centre = await as(await make.assistant());
  const study = await make.study({ status: 'done', picture: true });
  const reply = await centre.post(`/assistant/studies/${study.studyID}/report`, { reportFormat: 'pdf' });
  expect(reply.status).toBe(200);
  const pdf = Buffer.from((reply.body as { report: string }).report, 'base64');
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(pdf.subarray(-6).toString()).toContain('%%EOF');
  // the JPEG and a font with Cyrillic are embedded
  expect(pdf.includes('/Subtype /Image')).toBe(true);
  expect(pdf.includes('/FontFile2')).toBe(true);
  // PDF/A-2b: the conformance metadata and the output colour profile
  expect(pdf.includes('<pdfaid:part>2</pdfaid:part>')).toBe(true);
  expect(pdf.includes('/GTS_PDFA1')).toBe(true);
});

/** The text of all pages. */
test('a report names patient, study, date, author and page numbers', async () => {
  const text = pdfText(await reportWith('Планирование имплантации. '.repeat(150)));
  for (const words of [
    'Центр на Тверской',
    'Берёзкина Алёна Петровна',
    'Женский пол, дата рождения: 03.02.1990',
    'КЛКТ (3D)',
    // the date in the centre's time zone, not in UTC
    '21.11.2026',
    'Клиника «Белая линия»',
    'Орлова Дарья',
    '20 мм вдоль зубной дуги',
    'Отчёт составлен 21.11.2026 в 14:05, Зимин Кирилл',
    '1 из 2',
    '2 из 2',
  ]) {
    expect(text).toContain(words);
  }
});

test('a report gives the time or the day at which the images were taken, otherwise when they were uploaded', async () => {
  const { as, make, context } = await startServer();
  const centre = await as(await make.assistant());
  const { studyID } = await make.study({ status: 'done', picture: true });
  const createdAt = new Date('2026-03-01T22:30:00Z');
  await context.db.updateTable('studies').set({ createdAt }).where('id', '=', studyID).execute();
  const textOf = async () => {
    const reply = await centre.post(`/assistant/studies/${studyID}/report`, { reportFormat: 'pdf' });
    const pdf = Buffer.from((reply.body as { report: string }).report, 'base64');
    return pdfText(pdf).replaceAll(/\s+/g, ' ');
  };
  await setExamined(context, studyID, { day: '2026-02-27', time: '23:10', offset: '-05:00' });
  expect(await textOf()).toContain('27.02.2026, 23:10');
  await setExamined(context, studyID, { day: '2026-02-26', time: null });
  const ofDay = await textOf();
  expect(ofDay).toMatch(/Дата исследования.*26\.02\.2026/);
  expect(ofDay).not.toContain('26.02.2026,');
  await setExamined(context, studyID, null);
  const unknown = await textOf();
  expect(unknown).toMatch(/Загружено.*02\.03\.2026/);
  expect(unknown).not.toContain('Дата исследования');
});

test('a report names the centre with its logo, contacts and licence', async () => {
  const logo = sharp({ create: { width: 300, height: 90, channels: 4, background: '#0b728580' } });
  const centre = {
    name: 'Центр «Резец»',
    legalName: 'ООО «Резец»',
    address: 'Москва, проспект Мира, 1',
    phones: ['+7 495 000-00-00', '+7 495 000-00-01'],
    hours: 'пн–пт 9:00–20:00',
    licence: 'ЛО-77-01-000000',
    website: 'https://rezec.example',
    logo: { bytes: await logo.png().toBuffer(), type: 'image/png' as const },
  };
  const pdf = await reportWith('', { centre });
  const text = pdfText(pdf);
  for (const words of [
    'Центр «Резец»',
    'Москва, проспект Мира, 1 · +7 495',
    '000-00-01',
    'ООО «Резец» · Лицензия ЛО-77-01-000000',
    'https://rezec.example',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Центр на Тверской');
  // the picture, the logo and its transparency
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(3);
});

test('a report says why a volume has no panorama', async () => {
  const noPanorama = 'Срезов слишком мало, чтобы построить панораму';
  const text = pdfText(await reportWith('', { picture: null, noPanorama }));
  expect(text).toMatch(/Панорамы нет\s+Срезов слишком мало, чтобы построить панораму\.\s+Комментарий/);
});

test('a report looks like the approved golden image', async () => {
  const pdf = await reportWith('Планирование имплантации 25. Просим оценить высоту альвеолярного гребня.');
  const page = execFileSync('pdftoppm', ['-r', '60', '-gray', '-singlefile', '-'], { input: pdf });
  const [header = '', width, height] = /^P5\s(\d+) (\d+)\s255\s/.exec(page.toString('latin1', 0, 50)) ?? [];
  const pixels = page.subarray(header.length);
  const distance = await distanceFromGolden('report', {
    width: Number(width),
    height: Number(height),
    pixels,
  });
  // versions of pdftoppm rasterise text slightly differently
  expect(distance.mean).toBeLessThan(2);
  expect(distance.worst).toBeLessThan(80);
});

const reportWith = async (comment: string, change: Partial<ReportFacts> = {}): Promise<Buffer> =>
  writeReport({
    centre: null,
    centres: ['Центр на Тверской, Тверская, 1'],
    study: {
      id: 12,
      type: 'КЛКТ (3D)',
      date: ['Дата исследования', '21.11.2026'],
      comment,
      doctorName: 'Клиника «Белая линия»',
      creatorName: 'Орлова Дарья',
    },
    patient: { name: 'Берёзкина Алёна Петровна', sex: 'female', birthday: '1990-02-03' },
    picture: { jpeg: await greyJpeg(800, 400), width: 800, height: 400, pixelMm: 0.2 },
    author: 'Зимин Кирилл',
    timeZone: 'Europe/Moscow',
    noPanorama: null,
    now: new Date('2026-11-21T11:05:00Z'),
    ...change,
  });

const greyJpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#555' } })
    .jpeg()
    .toBuffer();

test('a report needs a done study with a picture, a known format and the feature switched on', async () => {
  const { as, make } = await startServer();
  const centre = await as(await make.assistant());
  const bare = await make.study({ status: 'done' });
  const inWork = await make.study();
  const statusOf = async (studyID: number, reportFormat = 'pdf') =>
    (await centre.post(`/assistant/studies/${studyID}/report`, { reportFormat })).status;
  expect(await statusOf(bare.studyID)).toBe(409);
  expect(await statusOf(inWork.studyID)).toBe(409);
  expect(await statusOf(bare.studyID, 'docx')).toBe(400);
  const off = await startServer({ STUDY_REPORT_ENABLED: 'off' });
  const offCentre = await off.as(await off.make.assistant());
  const other = await off.make.study({ status: 'done', picture: true });
  expect(
    (await offCentre.post(`/assistant/studies/${other.studyID}/report`, { reportFormat: 'pdf' })).status,
  ).toBe(404);
});
