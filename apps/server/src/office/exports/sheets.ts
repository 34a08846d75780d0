import type { ClientSortField } from '@snimok/contract/doctors';
import type { PatientSortField } from '@snimok/contract/patients';
import type { StudyStatus, SortField } from '@snimok/contract/studies';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { listDoctorIDs, listDoctorsByID } from '../../people/doctors/queries.ts';
import { listPatientIDs, listPatientsByID, type PatientList } from '../../people/patients/queries.ts';
import type { Period } from '../../studies/studies/period.ts';
import { pagesOfStudies } from '../../studies/studies/all-studies.ts';
import { listStudiesByID, type StudyRow } from '../../studies/studies/queries.ts';
import { PAGE_ROWS, pagesOf } from './pages-of.ts';
import type { Cell, Sheet } from './sheet.ts';

export interface Order<Field> {
  field: Field;
  direction: 'asc' | 'desc';
}

const yesOrNo = (value: boolean) => (value ? 'да' : 'нет');

export const clientsSheet = (db: Db, order: Order<ClientSortField>): Sheet => ({
  title: 'Клиенты',
  columns: [
    { label: 'Врач или клиника', width: 40 },
    { label: 'E-mail', width: 30 },
    { label: 'Онлайн-просмотр', width: 18 },
    { label: 'Онлайн-запись', width: 16 },
    { label: 'Пациенты', width: 12 },
    { label: 'Исследования', width: 14 },
    { label: 'Последняя активность', width: 22 },
  ],
  pages: pagesOf(
    () => listDoctorIDs(db, order),
    (ids) => listDoctorsByID(db, ids),
    ({ name, email, featureFlags, patientsCount, studiesCount, activeAt }) => [
      name,
      email,
      yesOrNo(featureFlags.includes('remote-viewer')),
      yesOrNo(featureFlags.includes('schedule')),
      patientsCount,
      studiesCount,
      { instant: activeAt },
    ],
  ),
});

export const patientsSheet = (
  db: Db,
  who: Actor,
  list: PatientList,
  order: Order<PatientSortField>,
): Sheet => ({
  title: 'Пациенты',
  columns: [
    { label: 'Пациент', width: 40 },
    { label: 'Пол', width: 8 },
    { label: 'Дата рождения', width: 15 },
    { label: 'Телефон', width: 20 },
    { label: 'Клиент', width: 40 },
    { label: 'Исследования', width: 14 },
    { label: 'Последнее исследование', width: 24 },
  ],
  pages: pagesOf(
    () => listPatientIDs(db, who, list, order),
    (ids) => listPatientsByID(db, who, ids),
    ({ name, sex, birthday, phone, doctorName, studiesCount, lastStudyCreatedAt }) => [
      name,
      sex === 'female' ? 'жен.' : 'муж.',
      { day: birthday },
      phone ?? '',
      doctorName,
      studiesCount,
      { instant: lastStudyCreatedAt },
    ],
  ),
});

const STATUSES: Record<z.output<typeof StudyStatus>, string> = {
  'in-work': 'В работе',
  done: 'Выполнено',
  archived: 'В архиве',
};

const studyCells = (study: StudyRow): Cell[] => [
  { instant: study.createdAt },
  study.patientName,
  study.doctorName,
  STUDY_TYPES[study.type].label,
  STATUSES[study.status as keyof typeof STATUSES],
  study.comment,
];

interface Studies extends Order<SortField> {
  /** null: all studies */
  period: Period | null;
  /** only these, in this order */
  studyIDs?: number[] | undefined;
}

export const studiesSheet = (db: Db, who: Actor, { studyIDs, ...list }: Studies): Sheet => ({
  title: 'Исследования',
  columns: [
    { label: 'Дата', width: 18 },
    { label: 'Пациент', width: 40 },
    { label: 'Клиент', width: 40 },
    { label: 'Тип', width: 16 },
    { label: 'Статус', width: 14 },
    { label: 'Комментарий', width: 60 },
  ],
  pages: cellsOfStudies(studyIDs ? selected(db, who, studyIDs) : pagesOfStudies(db, who, list, PAGE_ROWS)),
});

async function* selected(db: Db, who: Actor, studyIDs: number[]): AsyncGenerator<StudyRow[]> {
  yield await listStudiesByID(db, who, studyIDs);
}

async function* cellsOfStudies(pages: AsyncIterable<StudyRow[]>): AsyncGenerator<Cell[][]> {
  for await (const rows of pages) yield rows.map(studyCells);
}
