import type { Pool } from 'pg';
import { hashPassword } from '../../apps/server/src/people/accounts/account-rows/passwords.ts';
import { openPool } from '../../apps/server/src/platform/db/client.ts';
import { loadWithoutIndexes } from './load-without-indexes.ts';

/** The doctor with 5,000 patients, in `centre.sql`. */
export const bigDoctor = { id: 1001, email: 'doctor1@clinic.test', password: 'Horosho-4itaem' };
/** Ids of some of that doctor's patients; each has three studies. */
export const bigDoctorPatients = Array.from({ length: 200 }, (_, i) => 1 + i * 25);

/** Fills a migrated database with the doctors, patients, studies and openings of `centre.sql`. */
export const fillCentre = async (databaseURL: string): Promise<void> => {
  const pool = openPool(databaseURL, { max: 1 });
  try {
    await loadWithoutIndexes(pool, ['patients', 'studies', 'audit_events'], 'centre.sql');
    await pool.query('select tend_marks(4)');
    await pool.query('vacuum analyze');
    const hash = await hashPassword(bigDoctor.password);
    await pool.query('update accounts set password_hash = $1 where id = $2', [hash, bigDoctor.id]);
    await checkCounters(pool);
  } finally {
    await pool.end();
  }
};

/** Lets the triggers recalculate the counters of some patients; throws if a value changes. */
const checkCounters = async (pool: Pool): Promise<void> => {
  const counted = `select sum(studies_count)::text || sum(in_work_count) || sum(restoring_count) ||
    sum(extract(epoch from last_study_created_at)) || (select sum(total) from tallies) as all from patients`;
  const { rows: before } = await pool.query(counted);
  await pool.query('update studies set status = status where patient_id <= 500');
  const { rows: after } = await pool.query(counted);
  if (before[0].all !== after[0].all)
    throw new Error(`counters filled as ${before[0].all}, but triggers computed ${after[0].all}`);
};
