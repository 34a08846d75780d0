import { expect, test } from 'vitest';
import { pdfText } from '../../testing/pictures-and-documents/pdf-text.ts';
import { startCentre } from '../../reception/referrals/referrals.fixture.ts';
import { type ReferralReportFacts, writeReferralReport } from './referral-report.ts';

const facts: ReferralReportFacts = {
  centre: null,
  centres: ['Центр на Тверской, Тверская, 1'],
  number: 12,
  createdAt: new Date('2026-11-20T22:30:00Z'),
  patient: {
    name: 'Берёзкина Алёна Петровна',
    sex: 'female',
    birthday: '1990-02-03',
    phone: '+7 999 123-45-67',
  },
  examination: 'КЛКТ обеих челюстей',
  urgency: 'Срочная',
  teeth: [16, 55],
  question: 'Оценить высоту альвеолярного гребня',
  contraindications: ['Кардиостимулятор', 'Брекеты'],
  recipients: ['Клиника «Сосед»', 'surgeon@clinic.test'],
  preparation: 'Снимите украшения.',
  booking: { beginsAt: new Date('2026-11-25T07:00:00Z'), place: 'Центр на Мира' },
  doctorName: 'Клиника «Резец»',
  senderName: 'Зимин Кирилл',
  url: 'https://portal.test/assistant-area/referrals/7c0f7f0e-0f0e-4a52-8a52-000000000001',
  timeZone: 'Europe/Moscow',
  now: new Date('2026-11-21T11:05:00Z'),
};

test('a printed referral contains all facts that the centre needs, on one page', async () => {
  const text = pdfText(await writeReferralReport(facts));
  for (const words of [
    'Центр на Тверской',
    'Направление № 12',
    'Берёзкина Алёна Петровна',
    '03.02.1990',
    'КЛКТ обеих челюстей',
    'Срочная',
    '16, 55',
    'Оценить высоту',
    'Кардиостимулятор; Брекеты',
    'Клиника «Сосед», surgeon@clinic.test',
    'Снимите украшения.',
    '25.11.2026, 10:00',
    '21.11.2026',
    'Зимин Кирилл, Клиника «Резец»',
    '1 из 1',
  ])
    expect(text).toContain(words);
});

test('client and centre can print a referral, and neither its file name nor its URL contains the patient’s name', async () => {
  const { send, doctor, first, server } = await startCentre();
  const referralUUID = await send();
  for (const reply of [
    await doctor.get(`/doctor/referrals/${referralUUID}/document`),
    await first.get(`/assistant/referrals/${referralUUID}/document`),
  ]) {
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(reply.headers.get('content-disposition')).toBe('inline; filename="napravlenie-1.pdf"');
    expect(String(reply.body).slice(0, 5)).toBe('%PDF-');
  }
  expect(server.logged.join('\n')).not.toContain('Иванов');
});
