import type { ClientSortField } from '@snimok/contract/people/doctors';
import {
  PATIENT_FACT_NAMES,
  PATIENT_FACTS,
  type FactDeclaration,
  type PatientFact,
} from '@snimok/contract/people/patient-facts';
import type { PatientSortField } from '@snimok/contract/people/patients';
import type { StudyStatus, SortField } from '@snimok/contract/studies/studies';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { listDoctorIDs, listDoctorsByID } from '../../people/doctors/queries.ts';
import { listPatientIDs, listPatientsByID, type PatientList } from '../../people/patients/queries.ts';
import type { DateFilters } from '../../studies/studies/study-rows/period.ts';
import { pagesOfStudies } from '../../studies/studies/lists/all-studies.ts';
import { listStudiesByID, type StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { PAGE_ROWS, pagesOf } from './pages-of.ts';
import { examinedColumn } from './examined-column.ts';
import { type Cell, type Sheet, sheetOf } from './sheet.ts';
import { STUDY_STATUS_LABELS } from '@snimok/contract/studies/study-state';

export interface Order<Field> {
  field: Field;
  direction: 'asc' | 'desc';
}

const yesOrNo = (value: boolean) => (value ? 'да' : 'нет');

export const clientsSheet = (db: Db, order: Order<ClientSortField>): Sheet =>
  sheetOf({
    title: 'Клиенты',
    pages: pagesOf(
      () => listDoctorIDs(db, order),
      (ids) => listDoctorsByID(db, ids),
    ),
    columns: [
      { label: 'Врач или клиника', width: 40, cell: ({ name }) => name },
      { label: 'E-mail', width: 30, cell: ({ email }) => email },
      {
        label: 'Онлайн-просмотр',
        width: 18,
        cell: ({ featureFlags }) => yesOrNo(featureFlags.includes('remote-viewer')),
      },
      {
        label: 'Онлайн-запись',
        width: 16,
        cell: ({ featureFlags }) => yesOrNo(featureFlags.includes('schedule')),
      },
      { label: 'Пациенты', width: 12, cell: ({ patientsCount }) => patientsCount },
      { label: 'Исследования', width: 14, cell: ({ studiesCount }) => studiesCount },
      { label: 'Последняя активность', width: 22, cell: ({ activeAt }) => ({ instant: activeAt }) },
    ],
  });

const WIDTHS: Record<FactDeclaration['editor'], number> = { name: 40, sex: 8, day: 15, phone: 20, text: 30 };

const factCell = ({ editor }: FactDeclaration, value: string | null): Cell => {
  if (editor === 'day') return { day: value };
  if (editor === 'sex') return value === 'female' ? 'жен.' : 'муж.';
  return value ?? '';
};

const factColumn = (fact: PatientFact, label: string = PATIENT_FACTS[fact].label) => ({
  label,
  width: WIDTHS[PATIENT_FACTS[fact].editor],
  cell: (patient: Record<PatientFact, string | null>) => factCell(PATIENT_FACTS[fact], patient[fact]),
});

export const patientsSheet = (db: Db, who: Actor, list: PatientList, order: Order<PatientSortField>): Sheet =>
  sheetOf({
    title: 'Пациенты',
    pages: pagesOf(
      () => listPatientIDs(db, who, list, order),
      (ids) => listPatientsByID(db, who, ids),
    ),
    columns: [
      factColumn('name', 'Пациент'),
      ...PATIENT_FACT_NAMES.filter((fact) => fact !== 'name').map((fact) => factColumn(fact)),
      { label: 'Клиент', width: 40, cell: ({ doctorName }) => doctorName },
      { label: 'Исследования', width: 14, cell: ({ studiesCount }) => studiesCount },
      {
        label: 'Последняя загрузка',
        width: 24,
        cell: ({ lastStudyCreatedAt }) => ({ instant: lastStudyCreatedAt }),
      },
    ],
  });

interface Studies extends Order<SortField>, DateFilters {
  status?: z.output<typeof StudyStatus> | undefined;
  /** only these, in this order */
  studyIDs?: number[] | undefined;
}

export const studiesSheet = (db: Db, who: Actor, { studyIDs, ...list }: Studies): Sheet =>
  sheetOf({
    title: 'Исследования',
    pages: studyIDs ? selected(db, who, studyIDs) : pagesOfStudies(db, who, list, PAGE_ROWS),
    columns: [
      examinedColumn,
      { label: 'Создано', width: 18, cell: ({ createdAt }) => ({ instant: createdAt }) },
      { label: 'Пациент', width: 40, cell: ({ patientName }) => patientName },
      { label: 'Клиент', width: 40, cell: ({ doctorName }) => doctorName },
      { label: 'Тип', width: 16, cell: ({ type }) => STUDY_TYPES[type].label },
      {
        label: 'Статус',
        width: 14,
        cell: ({ status }) => STUDY_STATUS_LABELS[status as keyof typeof STUDY_STATUS_LABELS],
      },
      { label: 'Комментарий', width: 60, cell: ({ comment }) => comment },
    ],
  });

async function* selected(db: Db, who: Actor, studyIDs: number[]): AsyncGenerator<StudyRow[]> {
  yield await listStudiesByID(db, who, studyIDs);
}
