import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { Actor } from '../../platform/access/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { examinedColumn } from '../table-exports/examined-column.ts';
import { pagesOf } from '../table-exports/pages-of.ts';
import { type Sheet, sheetOf } from '../table-exports/sheet.ts';
import type { Period } from '../../studies/studies/study-rows/period.ts';
import { listBilledByID, listBilledIDs } from './queries.ts';

interface Billed {
  period: Period;
  /** YYYY-MM */
  month: string;
  doctorID?: number | undefined;
}

/** The studies that were first published in the month, by client. */
export const billingSheet = (db: Db, who: Actor, { month, ...of }: Billed): Sheet =>
  sheetOf({
    title: `Исследования за ${month.slice(5)}.${month.slice(0, 4)}`,
    pages: pagesOf(
      () => listBilledIDs(db, who, of),
      (ids) => listBilledByID(db, who, ids),
    ),
    columns: [
      { label: 'Клиент', width: 40, cell: ({ doctorName }) => doctorName },
      examinedColumn,
      { label: 'Создано', width: 18, cell: ({ createdAt }) => ({ instant: createdAt }) },
      { label: 'Готово', width: 18, cell: ({ publishedAt }) => ({ instant: publishedAt }) },
      { label: 'Пациент', width: 40, cell: ({ patientName }) => patientName },
      { label: 'Исследование', width: 16, cell: ({ type }) => STUDY_TYPES[type].label },
      { label: 'Номер', width: 10, cell: ({ studyID }) => studyID },
    ],
  });
