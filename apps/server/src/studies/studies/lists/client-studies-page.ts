import type { SortField, StudyType } from '@snimok/contract/studies/studies';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { accountOf, type Actor } from '../../../platform/access/actor.ts';
import { partsOfVisibleStudies } from '../../../platform/access/visible.ts';
import { listOpenedStudies } from '../../../platform/audit/opened-studies.ts';
import type { Db } from '../../../platform/db/client.ts';
import { listBirthdays } from '../../../people/patients/queries.ts';
import { listFromNearerEnd } from './list-page.ts';
import { examinedOn } from '../study-rows/examined-days.ts';
import { countStudies, createdWithin } from '../study-rows/list-queries.ts';
import type { DateFilters } from '../study-rows/period.ts';
import { listStudiesByID } from '../study-rows/queries.ts';

interface ClientStudies extends DateFilters {
  field: SortField;
  direction: 'asc' | 'desc';
  type: z.infer<typeof StudyType> | undefined;
  /** the column of the table */
  status: string | undefined;
}

/**
 * One page of all studies that a doctor sees, of own and of shared patients. Each row also has the patient's birthday,
 * and whether the doctor has opened the study. The total and the page are from one snapshot.
 */
export const listClientStudiesPage = (
  db: Db,
  who: Actor,
  list: ClientStudies,
  offset: number,
  limit: number,
) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const filters = filtersOf(list);
      const conditions = partsOfVisibleStudies(who).map((part) =>
        sql.join([sql`${part}`, ...filters], sql` and `),
      );
      const totalCount = await countStudies(tx, who, conditions);
      const ids = await listFromNearerEnd(tx, who, list, conditions, totalCount, { offset, limit });
      const studies = await listStudiesByID(tx, who, ids);
      const patientIDs = studies.map(({ patientID }) => patientID);
      const birthdays = await listBirthdays(tx, who, patientIDs);
      const opened = await listOpenedStudies(tx, accountOf(who), ids);
      const rows = studies.map((study) => ({
        study,
        birthday: birthdays.get(study.patientID) ?? null,
        opened: opened.has(study.id),
      }));
      return { rows, totalCount };
    });

export type ClientStudyRow = Awaited<ReturnType<typeof listClientStudiesPage>>['rows'][number];

const filtersOf = ({ type, status, period, examined }: ClientStudies): RawBuilder<unknown>[] => [
  ...(type === undefined ? [] : [sql`studies.type = ${type}`]),
  ...(status === undefined ? [] : [sql`studies.status = ${status}`]),
  ...(period === null ? [] : [createdWithin(period)]),
  ...(examined === null ? [] : [examinedOn(examined)]),
];
