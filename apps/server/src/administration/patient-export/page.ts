import { describeAction, describeActor } from '@snimok/contract/administration/history-labels';
import { examinedMoment } from '@snimok/contract/studies/examined-at';
import { inSentence } from '@snimok/contract/values/in-sentence';
import {
  type FactDeclaration,
  PATIENT_FACT_NAMES,
  PATIENT_FACTS,
} from '@snimok/contract/people/patient-facts';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { Tx } from '../../platform/db/client.ts';
import { escapeHTML } from '../../platform/letters/layout.ts';
import { russianDay } from '../../platform/time-and-sizes/calendar.ts';
import { reportName } from './files.ts';
import { presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';
import type { PatientRow } from '../../people/patients/queries.ts';
import {
  type ExportedStudy,
  listBookings,
  listEvents,
  listLinks,
  listMessages,
  listReports,
  listShares,
} from './queries.ts';
import type { StudyStatus } from '@snimok/contract/studies/studies';
import type { BookingStatus } from '@snimok/contract/reception/schedule';
import type { z } from 'zod';

interface Facts {
  patient: PatientRow;
  studies: readonly ExportedStudy[];
  folders: ReadonlyMap<number, string>;
  missingFiles: readonly string[];
  exportedAt: Date;
  timeZone: string;
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px;color:#1c2b33}
h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:32px 0 8px}p{margin:4px 0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid #d5dde1}
th{font-weight:600;color:#5c6b73}.quiet{color:#5c6b73}a{color:#0b7285}
@media(max-width:640px){th{display:none}td{display:block;border:0;padding:0}tr{display:block;border-bottom:1px solid #d5dde1;padding:8px 0}}
@media(prefers-color-scheme:dark){body{background:#14191c;color:#e4eaed}th,.quiet{color:#9fb0b8}td,th,tr{border-color:#33424a}a{color:#66d9e8}}`;

const STATUSES: Record<string, string> & Record<z.output<typeof StudyStatus>, string> = {
  'in-work': 'в работе',
  done: 'готово',
  archived: 'в архиве',
};
const BOOKINGS: Record<string, string> & Record<z.output<typeof BookingStatus>, string> = {
  booked: 'ожидается',
  cancelled: 'отменена',
  come: 'приход отмечен',
};

type Cell = string | { html: string };

const cellOf = (cell: Cell): string => `<td>${typeof cell === 'string' ? escapeHTML(cell) : cell.html}</td>`;
const rowOf = (cells: readonly Cell[]): string => `<tr>${cells.map(cellOf).join('')}</tr>\n`;
const headOf = (labels: readonly string[]): string =>
  `<table><thead><tr>${labels.map((label) => `<th>${label}</th>`).join('')}</tr></thead><tbody>\n`;

const section = (title: string, labels: readonly string[], rows: readonly Cell[][]): string =>
  rows.length === 0
    ? `<h2>${title}</h2><p class="quiet">Нет</p>\n`
    : `<h2>${title}</h2>${headOf(labels)}${rows.map(rowOf).join('')}</tbody></table>\n`;

/** «дата рождения: 02.01.1980, телефон: не указан» */
const otherFactsOf = (patient: PatientRow): string =>
  PATIENT_FACT_NAMES.filter((fact) => fact !== 'name' && fact !== 'sex')
    .map((fact) => {
      const { label, editor, absent }: FactDeclaration = PATIENT_FACTS[fact];
      const value = patient[fact];
      const text = value && editor === 'day' ? russianDay(value) : value;
      return `${inSentence(label)}: ${text ?? absent}`;
    })
    .join(', ');

/** index.html: the content of data.json for people, in Russian. The history is read and written page by page. */
export async function* pageFile(db: Tx, facts: Facts): AsyncGenerator<string> {
  const { patient, studies, folders, missingFiles, exportedAt, timeZone } = facts;
  const format = new Intl.DateTimeFormat('ru', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const moment = (instant: Date | null): string => (instant ? format.format(instant) : '');
  yield `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHTML(patient.name)}: все данные</title><style>${STYLE}</style></head><body>
<h1>${escapeHTML(patient.name)}</h1>
<p>${patient.sex === 'female' ? 'Женщина' : 'Мужчина'}, ${escapeHTML(otherFactsOf(patient))}</p>
<p>Клиент: ${escapeHTML(patient.doctorName)}</p>
<p class="quiet">Выгружено ${moment(exportedAt)}. Время указано по часовому поясу центра (${timeZone}). Те же данные для программ — в файле <a href="data.json">data.json</a>, снимки — в папке studies.</p>
`;
  yield section(
    'Исследования',
    ['Дата исследования', 'Создано', 'Вид', 'Состояние', 'Комментарий', 'Файлы'],
    studies.map((study) => [
      examinedText(study),
      moment(study.createdAt),
      STUDY_TYPES[study.type].label,
      study.deletedAt ? 'удалено' : (STATUSES[study.status] ?? study.status),
      study.comment,
      study.objectID === null ? 'нет' : linkTo(folders.get(study.id) ?? ''),
    ]),
  );
  yield await reportsSection(db, facts, moment);
  yield section(
    'Записи',
    ['Время', 'Центр', 'Состояние', 'Комментарий'],
    (await listBookings(db, patient.id)).map((booking) => [
      moment(booking.beginsAt),
      booking.locationName,
      BOOKINGS[booking.status] ?? booking.status,
      booking.comment,
    ]),
  );
  yield section(
    'Кому открыт доступ',
    ['Кому', 'С какого времени', 'До какого времени'],
    [
      ...(await listShares(db, patient.id)).map(({ name, createdAt }) => [
        name,
        moment(createdAt),
        'пока не закрыт',
      ]),
      ...(await listLinks(db, patient.id)).map(({ email, createdAt, expiresAt }) => [
        `${email} (по ссылке)`,
        moment(createdAt),
        moment(expiresAt),
      ]),
    ],
  );
  yield section(
    'Сообщения, в которых назван пациент',
    ['Время', 'Кто', 'Текст'],
    (await listMessages(db, patient.id)).map(({ createdAt, name, text }) => [moment(createdAt), name, text]),
  );
  if (missingFiles.length > 0)
    yield section(
      'Файлы, которых больше нет в хранилище',
      ['Имя'],
      missingFiles.map((name) => [name]),
    );
  yield `<h2>История: кто смотрел, менял и скачивал</h2>${headOf(['Время', 'Действие', 'Кто', 'Исследование', 'Адрес'])}`;
  for await (const page of historyOf(db, patient.id)) {
    for (const event of page)
      yield rowOf([
        moment(event.at),
        describeAction(event.action).sentence,
        describeActor(event),
        event.studyID === null ? '' : `№ ${event.studyID}`,
        event.address ?? '',
      ]);
  }
  yield '</tbody></table>\n</body></html>\n';
}

/** Empty if it is unknown. */
const examinedText = (study: ExportedStudy): string => {
  const examined = presentExaminedAt(study);
  return examined ? examinedMoment(examined) : '';
};

const linkTo = (folder: string): Cell => ({
  html: `<a href="${encodeURI(folder)}/">${escapeHTML(folder.replace('studies/', ''))}</a>`,
});

/** The signed reports, with their PDFs. */
const reportsSection = async (
  db: Tx,
  { patient, folders }: Pick<Facts, 'patient' | 'folders'>,
  moment: (instant: Date) => string,
): Promise<string> =>
  section(
    'Заключения',
    ['Подписано', 'Исследование', 'Версия', 'Врач', 'Причина исправления'],
    (await listReports(db, patient.id)).map(({ studyID, number, authorName, signedAt, reason }) => [
      moment(signedAt),
      `№ ${studyID}`,
      { html: linkToFile(folders.get(studyID) ?? '', reportName(number), String(number)) },
      authorName,
      reason,
    ]),
  );

const linkToFile = (folder: string, name: string, label: string): string =>
  `<a href="${encodeURI(`${folder}/${name}`)}">${escapeHTML(label)}</a>`;

const PAGE = 1000;

async function* historyOf(db: Tx, patientID: number) {
  for (let after = 0; ;) {
    const page = await listEvents(db, patientID, after, PAGE);
    yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? after;
  }
}
