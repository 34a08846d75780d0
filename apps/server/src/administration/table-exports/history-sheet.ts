import { describeAction, describeActor, describeReach } from '@snimok/contract/administration/history-labels';
import type { Db } from '../../platform/db/client.ts';
import { present } from '../history/present.ts';
import { listEventsByID, listPatientEventIDs } from '../history/queries.ts';
import { pagesOf } from './pages-of.ts';
import { type Sheet, sheetOf } from './sheet.ts';

/** Every event of a patient, and of the cards that were merged into hers; newest first, as on the screen. */
export const historySheet = (
  db: Db,
  { patientID, patientIDs }: { patientID: number; patientIDs: number[] },
): Sheet =>
  sheetOf({
    title: `История пациента № ${patientID}`,
    pages: pagesOf(
      () => listPatientEventIDs(db, patientIDs),
      (ids) => listEventsByID(db, ids),
    ),
    columns: [
      { label: 'Время', width: 18, cell: ({ at }) => ({ instant: at }) },
      { label: 'Действие', width: 50, cell: ({ action }) => describeAction(action).sentence },
      { label: 'Исследование №', width: 16, cell: ({ studyID }) => studyID ?? '' },
      { label: 'Кто', width: 40, cell: (row) => describeActor(row) },
      { label: 'Кому и как', width: 50, cell: (row) => describeReach(present(row)).join('; ') },
      { label: 'IP-адрес', width: 18, cell: ({ address }) => address ?? '' },
    ],
  });
