import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { type getStudy, setExaminedAt } from '@snimok/contract/studies/studies';
import { useState } from 'react';
import { vi } from 'vitest';
import { CLIENT, PATIENT } from '../../../testing/answers.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { DoubtfulDates } from './doubtful-dates.tsx';
import { ExaminedEditor } from './examined-editor.tsx';

type Study = ResponseOf<typeof getStudy>;

const OF_FILES = {
  day: '2026-11-20',
  time: '13:40',
  offset: '+03:00',
  instant: '2026-11-20T10:40:00.000Z',
  source: 'files' as const,
};
const STUDY: Study = {
  studyID: 9,
  patientID: PATIENT.patientID,
  doctorID: PATIENT.doctorID,
  type: 'cbct',
  status: 'done',
  patientName: PATIENT.name,
  doctorName: CLIENT.name,
  createdAt: '2026-11-24T07:00:00.000Z',
  examinedAt: OF_FILES,
  comment: '',
  restored: false,
  comingBack: false,
  sizeBytes: 1,
  imageCount: 1,
  reportNumber: null,
  panoURL: null,
  creatorName: 'Участник',
  assistantCanDelete: true,
  openProtests: [],
  letter: null,
  upload: null,
};

const editor = page.getByRole('button', { name: 'Изменить дату исследования' });
const dialog = page.getByRole('dialog', { name: 'Дата исследования' });
const day = dialog.getByLabelText('День');
const time = dialog.getByLabelText('Время');
const save = dialog.getByRole('button', { name: 'Сохранить' });
const expectText = (text: string) =>
  vi.waitFor(() => expect(dialog.element().textContent).toContain(text), { timeout: 30_000 });

test('the dialog says where the date comes from, and stores what is typed with the date that was seen', async ({
  server,
}) => {
  const calls = server.answer(setExaminedAt, undefined);
  showSignedIn(<ExaminedEditor study={STUDY} />);
  await editor.click();
  await expectText('Сейчас: 20.11.2026, 13:40, из файлов (загружено 24.11.2026, 10:00)');
  await expect
    .element(dialog.getByRole('button', { name: 'Вернуть дату из файлов' }))
    .not.toBeInTheDocument();
  await day.fill('5.3.2019');
  await time.fill('9');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([
    { examinedAt: { day: '2019-03-05', time: '09:00' }, seen: { day: '2026-11-20', time: '13:40' } },
  ]);
});

test('a day without a time is stored as a day', async ({ server }) => {
  const calls = server.answer(setExaminedAt, undefined);
  showSignedIn(<ExaminedEditor study={{ ...STUDY, examinedAt: null }} />);
  await editor.click();
  await expectText('Когда сделаны снимки, неизвестно');
  await day.fill('05.03.2019');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([
    { examinedAt: { day: '2019-03-05', time: null }, seen: null },
  ]);
});

test('a day that does not exist and an invalid time are not sent', async ({ server }) => {
  const calls = server.answer(setExaminedAt, undefined);
  showSignedIn(<ExaminedEditor study={STUDY} />);
  await editor.click();
  await day.fill('31.02.2019');
  await time.fill('25:00');
  await save.click();
  await expectText('Такой даты нет');
  await expectText('Введите время: ЧЧ:ММ');
  expect(calls).toEqual([]);
});

test('a colleague’s date is shown after a refusal, and is replaced only by the next attempt', async ({
  server,
}) => {
  const error = 'Пока вы меняли дату, её изменили: 19.11.2026. Проверьте её и сохраните ещё раз';
  const refused = server.refuse(setExaminedAt, { status: 409, error });
  let colleagueSaves = () => {};
  function Card() {
    const [study, setStudy] = useState(STUDY);
    colleagueSaves = () =>
      setStudy({ ...STUDY, examinedAt: { ...OF_FILES, day: '2026-11-19', time: null, source: 'person' } });
    return <ExaminedEditor study={study} />;
  }
  showSignedIn(<Card />);
  await editor.click();
  await day.fill('05.03.2019');
  await time.fill('');
  colleagueSaves();
  await expectText('Сейчас: 19.11.2026, введена вручную');
  await save.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(error);
  expect(refused.map(({ body }) => body.seen)).toEqual([{ day: '2026-11-20', time: '13:40' }]);
  await expect.element(day).toHaveValue('05.03.2019');
  const saved = server.answer(setExaminedAt, undefined);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(saved.map(({ body }) => body)).toEqual([
    { examinedAt: { day: '2019-03-05', time: null }, seen: { day: '2026-11-19', time: null } },
  ]);
});

test('without a connection the date is refused at once, and the form stays filled', async ({ server }) => {
  const calls = server.answer(setExaminedAt, undefined);
  showSignedIn(<ExaminedEditor study={STUDY} />);
  await editor.click();
  await day.fill('05.03.2019');
  server.isReachable = false;
  await save.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(day).toHaveValue('05.03.2019');
  expect(calls).toEqual([]);
});

test('the date that a person has entered can be replaced by the date of the files', async ({ server }) => {
  const calls = server.answer(setExaminedAt, undefined);
  const entered = { ...OF_FILES, day: '2019-03-05', time: null, source: 'person' as const };
  showSignedIn(<ExaminedEditor study={{ ...STUDY, examinedAt: entered }} />);
  await editor.click();
  await expectText('05.03.2019, введена вручную');
  await dialog.getByRole('button', { name: 'Вернуть дату из файлов' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([
    { examinedAt: null, seen: { day: '2019-03-05', time: null } },
  ]);
});

test('doubtful dates are one plain sentence each, once for attributes with the same date', async () => {
  showSignedIn(
    <DoubtfulDates
      study={{
        doubtfulDates: [
          { attribute: 'study', day: '1900-01-01', reason: 'impossible' },
          { attribute: 'series', day: '1900-01-01', reason: 'impossible' },
          { attribute: 'acquisition', day: '2031-05-02', reason: 'future' },
          { attribute: 'series', day: '2019-03-05', reason: 'differs' },
        ],
      }}
    />,
  );
  await expect
    .element(page.getByRole('note', { name: 'Сомнительные даты' }))
    .toHaveTextContent(
      'В файлах указано 01.01.1900: такой даты быть не может. В файлах указано 02.05.2031: это позже загрузки. В файлах указано 05.03.2019: это расходится с другими датами в них.',
    );
});
