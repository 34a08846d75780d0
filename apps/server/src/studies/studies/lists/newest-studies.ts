import { sql } from 'kysely';
import { accountOf, type Actor } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import { listOpenedStudies } from '../../../platform/audit/opened-studies.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { listStudiesByID } from '../study-rows/queries.ts';

/**
 * For each of these patients, by id: the newest study, which is the first on the patient's page, and whether this
 * account has opened it.
 */
export const listNewestStudies = async (db: Tx, who: Actor, patientIDs: number[]) => {
  const ids = await listNewestIDs(db, who, patientIDs);
  const [studies, opened] = await Promise.all([
    listStudiesByID(db, who, ids),
    listOpenedStudies(db, accountOf(who), ids),
  ]);
  return new Map(studies.map((study) => [study.patientID, { study, opened: opened.has(study.id) }]));
};

/** One look into the index studies_of_patient_by_examination for each patient. */
const listNewestIDs = async (db: Tx, who: Actor, patientIDs: number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select newest.id from unnest(${patientIDs}::bigint[]) as patient (id)
    cross join lateral (
      select studies.id from studies
      where studies.patient_id = patient.id and ${visibleStudies(who)}
      order by coalesce(studies.examined_at, studies.created_at) desc, studies.id desc limit 1
    ) newest`.execute(db);
  return rows.map(({ id }) => id);
};
