import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { pdfText } from '../../../testing/pictures-and-documents/pdf-text.ts';
import { startServer } from '../../../testing/portal/server.ts';
import type { SealedReportInput } from './input.ts';
import { makeSealedReport, type SealedReport } from './make-sealed-report.ts';
import { portalKeyOf } from './portal-seal.ts';
import { picture, reportInput } from './sealed-report.fixture.ts';
import { verifyReport } from './verify-report.ts';

const make = async (change: Partial<SealedReportInput> = {}) => {
  const { context } = await startServer();
  const report: SealedReport = await makeSealedReport(context, await reportInput(change));
  return { ...report, keys: [portalKeyOf(context.secrets.reportSeals[0]).publicKey], context };
};

const inFile = async (pdf: Buffer) => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'report.pdf');
  await writeFile(file, pdf);
  return { folder, file };
};

test('a sealed report says when the images were taken, otherwise when they were uploaded', async () => {
  const textOf = async (examined: SealedReportInput['study']['examined']) => {
    const { pdf } = await make({ study: { id: 12, date: '2026-11-19', examined, type: 'КЛКТ (3D)' } });
    return pdfText(pdf).replaceAll(/\s+/g, ' ');
  };
  const withTime = await textOf({ day: '2026-02-27', time: '23:10' });
  expect(withTime).toContain('27.02.2026, 23:10');
  expect(withTime).not.toContain('Загружено');
  const unknown = await textOf(null);
  expect(unknown).toMatch(/Загружено.*19\.11\.2026/);
  expect(unknown).not.toContain('Дата исследования');
});

test('a sealed report is PDF/A-3b with every part, and its data are attached', async () => {
  const { pdf, sha256 } = await make();
  expect(sha256).toBe(createHash('sha256').update(pdf).digest('hex'));
  for (const mark of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>B</pdfaid:conformance>',
    '/GTS_PDFA1',
    '/AFRelationship /Data',
    '/Subtype /application#2Fjson',
  ])
    expect(pdf.includes(mark), mark).toBe(true);
  expect(pdf.includes('/Encrypt')).toBe(false);
  const text = pdfText(pdf).replaceAll(/\s+/g, ' ');
  for (const words of [
    'Центр лучевой диагностики «Снимок»',
    'www.example.ru · пн–пт 9–21, сб 10–18',
    'Лицензия: Л041-01137-77/00000001',
    'Вопрос врача Есть ли изменения у верхушек 36? Планируем протезирование.',
    'Орлова Дарья Ильинична, врач-рентгенолог',
    'Берёзкина Алёна Петровна',
    '03.02.1990',
    'КЛКТ (3D), № 12',
    '19.11.2026',
    'Заменяет версию 1, подписанную 20.11.2026 в 13:00',
    'Уточнён номер зуба',
    'Нижнечелюстной канал',
    '18, 28, 38, 48',
    '11,4 мм',
    'Аксиальный срез',
    'Хронический периодонтит зуба 36',
    'Подписано в электронном виде 21.11.2026 в 14:05',
    '1 из 2',
  ])
    expect(text).toContain(words);
  const { folder, file } = await inFile(pdf);
  expect(execFileSync('pdfinfo', [file]).toString()).toMatch(/Title:\s+Заключение № 31/);
  execFileSync('pdfdetach', ['-saveall', '-o', folder, file]);
  const data: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  expect(data).toMatchObject({
    format: 'snimok-report-1',
    reportID: 31,
    version: 2,
    replaces: { version: 1, reason: 'Уточнён номер зуба' },
    author: { name: 'Орлова Дарья Ильинична', post: 'врач-рентгенолог' },
    question: 'Есть ли изменения у верхушек 36?\nПланируем протезирование.',
    patient: { name: 'Берёзкина Алёна Петровна', birthDate: '1990-02-03', sex: 'female' },
    findings: [{ teeth: ['36'] }, { teeth: ['18', '28', '38', '48'] }, { teeth: ['11', '21'] }],
    pictures: [{ caption: 'Панорама', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }, {}, {}],
  });
});

test('long texts continue on further pages, which name the patient and count the pages', async () => {
  const findings = Array.from({ length: 200 }, (_, at) => ({
    teeth: [`${1 + (at % 4)}${1 + (at % 8)}`],
    text: `Находка ${at}. ${'Очаг разрежения костной ткани с чёткими контурами. '.repeat(1 + (at % 5))}`,
  }));
  const { pdf, keys } = await make({
    findings,
    sections: [{ title: 'Описание', text: 'Описание снимка. '.repeat(900) }],
    conclusion: 'Вывод из описания. '.repeat(400),
  });
  const pages = pdfText(pdf).split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(10);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Берёзкина Алёна Петровна');
    expect(page).toContain(`${at + 1} из ${pages.length}`);
  }
  expect(pdfText(pdf)).toContain('Находка 199.');
  expect(verifyReport(pdf, keys).isIntact).toBe(true);
});

test('texts are printed without control and bidirectional characters, and are unchanged in the attached data', async () => {
  const hostile =
    'Иванов\u202e\u0000\u0007 Пётр\u2066 ⁧Ёж \ud800 שלום עולם 漢字 😀 ﷽ <b>&amp;</b> (\\) %%EOF endobj';
  const { pdf, keys } = await make({
    patient: { name: hostile, birthDate: null, sex: 'other' },
    centre: { ...(await reportInput()).centre, name: hostile, logo: await picture(300, 100) },
    sections: [{ title: hostile, text: `${'Ж'.repeat(3000)}\r\n\u2028${hostile}` }],
    findings: [
      { teeth: Array.from({ length: 32 }, (_, at) => `${1 + (at >> 3)}${1 + (at % 8)}`), text: hostile },
    ],
    pictures: [{ ...(await picture(300, 200)), caption: `${hostile} ${'слово '.repeat(300)}` }],
    conclusion: '\n\n\n',
  });
  const text = pdfText(pdf);
  expect(text).toContain('Иванов Пётр');
  expect(text).not.toMatch(/[\u202e\u2066\u2067\u0007]/);
  expect(text.match(/Ж/g)?.length).toBe(3000);
  const { folder, file } = await inFile(pdf);
  execFileSync('pdfdetach', ['-saveall', '-o', folder, file]);
  const data = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as SealedReportInput;
  expect(data.patient.name).toBe(hostile);
  expect(verifyReport(pdf, keys).isIntact).toBe(true);
});

test('pictures of every kind are embedded without transparency, and a broken one is named', async () => {
  const { context } = await startServer();
  const { type, bytes } = await picture(400, 300);
  const png = sharp({ create: { width: 300, height: 300, channels: 4, background: '#80808080' } });
  const cmyk = await sharp(bytes).toColourspace('cmyk').jpeg().toBuffer();
  const pictures = [
    { type: 'image/png', bytes: await png.png({ progressive: true }).toBuffer(), caption: 'Прозрачный' },
    { type, bytes: cmyk, caption: 'CMYK' },
    {
      type,
      bytes: await sharp(bytes).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      caption: 'Повёрнут',
    },
  ];
  const { pdf } = await makeSealedReport(context, await reportInput({ pictures }));
  expect(pdf.includes('/SMask')).toBe(false);
  expect(pdf.includes('/DeviceCMYK')).toBe(false);
  const { file } = await inFile(pdf);
  expect(
    execFileSync('pdfimages', ['-list', file])
      .toString()
      .match(/^ +\d+ +\d+ image /gm),
  ).toHaveLength(3);
  for (const broken of [Buffer.from('no picture'), bytes.subarray(0, bytes.length >> 1), randomBytes(2000)])
    await expect(
      makeSealedReport(
        context,
        await reportInput({
          pictures: [
            { type, bytes, caption: '' },
            { type, bytes: broken, caption: '' },
          ],
        }),
      ),
    ).rejects.toThrow('Снимок № 2 в заключении не читается');
  const { centre } = await reportInput();
  await expect(
    makeSealedReport(
      context,
      await reportInput({ centre: { ...centre, logo: { type, bytes: Buffer.from('<svg/>') } } }),
    ),
  ).rejects.toThrow('Логотип центра не читается');
});

test('a report with twelve pictures of a megapixel is written', async () => {
  const { context } = await startServer();
  // noise, which JPEG hardly compresses
  const bytes = await sharp(randomBytes(1000 * 1000), { raw: { width: 1000, height: 1000, channels: 1 } })
    .jpeg()
    .toBuffer();
  const pictures = Array.from({ length: 12 }, (_, at) => ({ bytes, type: 'image/jpeg', caption: `${at}` }));
  const { pdf } = await makeSealedReport(context, await reportInput({ pictures }));
  expect(pdf.length).toBeGreaterThan(12 * 0.9 * bytes.length);
});
