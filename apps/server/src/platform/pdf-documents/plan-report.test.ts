import { createPlanReport } from '@snimok/contract/viewing/planning';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pdfText } from '../../testing/pictures-and-documents/pdf-text.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { startServer } from '../../testing/portal/server.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

const picture = async (widthMm: number, heightMm: number) => ({
  jpeg: (
    await sharp({ create: { width: widthMm * 8, height: heightMm * 8, channels: 3, background: '#555' } })
      .jpeg()
      .toBuffer()
  ).toString('base64'),
  widthMm,
  heightMm,
});

const plan = async () => ({
  sleeveMm: 1.5,
  warnMm: 2,
  panorama: await picture(110, 50),
  implants: [
    {
      product: { manufacturer: 'Универсальный', line: 'Стандартный' },
      diameterMm: 4.5,
      lengthMm: 11.5,
      canalMm: 1.26,
      implantMm: 3.4,
      tooth: 46,
      section: 42,
      thirds: [{ mean: 812.4, min: 120 }, { mean: 640, min: -20 }, null],
      picture: await picture(30, 32),
    },
    {
      product: null,
      diameterMm: 4,
      lengthMm: 8,
      canalMm: null,
      implantMm: 3.4,
      section: null,
      picture: null,
      tooth: 35,
      isToothEntered: true,
      thirds: [null, null, null],
    },
  ],
});

test('a plan of a study is a PDF with table, pictures and warnings', async () => {
  const { make, as, nobody, context } = await startServer();
  const doctor = await make.doctor({ flags: ['remote-viewer'], name: 'Клиника на Невском' });
  const patient = await make.patient({ doctor, name: 'Берёзкина Алёна Петровна' });
  const { studyID } = await make.study({ patient, status: 'done' });
  await setExamined(context, studyID, { day: '2026-02-27', time: '23:10' });
  const path = `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`;
  const headers = withTicket(ticketOf(await (await as(doctor)).post(path)));
  const send = (body: unknown) => nobody.post('/viewer/plan-report', body, headers);

  const { report } = responseOf(createPlanReport, await send(await plan()));
  const pdf = Buffer.from(report, 'base64');
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(pdf.includes('<pdfaid:part>2</pdfaid:part>')).toBe(true);
  const text = pdfText(pdf);
  for (const words of [
    'План имплантации',
    'Берёзкина Алёна Петровна',
    'Стандартный (универсальный)',
    'Имплантат 1, зуб ≈ 46',
    'Имплантат 2, зуб 35',
    'Дата рождения',
    'Дата исследования',
    '27.02.2026, 23:10',
    'Ø 4,5 × 11,5 мм',
    'До канала: 1,3 мм (менее 2,0 мм)',
    'До соседнего имплантата: 3,4 мм',
    'у шейки: 812, 120',
    'у верхушки: —, —',
    'Сечение № 42, зуб ≈ 46. Масштаб 2 : 1. Щека слева.',
    'не являются единицами Хаунсфилда',
    'Клиника на Невском',
  ])
    expect(text).toContain(words);
  // the number of a section without a number sign would be read as a tooth
  expect(text).not.toMatch(/Сечени\S*\s\d/);
  expect(text).not.toContain('найден автоматически');
  const unchecked = responseOf(createPlanReport, await send({ ...(await plan()), hasUncheckedCanal: true }));
  expect(pdfText(Buffer.from(unchecked.report, 'base64')).replaceAll(/\s+/g, ' ')).toContain(
    'показанный прерывистой линией, найден автоматически и врачом не проверен',
  );

  // a file that is not a picture, too many implants, and no implants
  const given = await plan();
  const broken = { ...given, panorama: { ...given.panorama, jpeg: 'AAAA' } };
  expect((await send(broken)).status).toBe(400);
  const [first] = given.implants;
  expect((await send({ ...given, implants: Array.from({ length: 25 }, () => first) })).status).toBe(400);
  expect((await send({ ...given, implants: [] })).status).toBe(400);
});
