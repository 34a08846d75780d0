import { createHash, randomBytes } from 'node:crypto';
import { openPool } from '../../../apps/server/src/platform/db/client.ts';
import { SESSION_COOKIE } from '../../../apps/server/src/platform/http/openapi/cookie.ts';
import { dayAfter, dayIn } from '../../../apps/server/src/platform/time-and-sizes/calendar.ts';

export interface Person {
  accountID: number;
  cookie: string;
}

/** A study whose object is in the store. */
export interface AvailableStudy {
  patientID: number;
  studyID: number;
  /** length of its object */
  sizeBytes: number;
}

export interface Doctor extends Person {
  patientsCount: number;
  /** up to ten available studies of the doctor's patients */
  studies: AvailableStudy[];
}

/** The accounts that the simulated users have, and the ids that their requests contain. */
export interface Dataset {
  address: string;
  socketAddress: string;
  assistants: Person[];
  doctors: Doctor[];
  /** the newest available studies of all doctors */
  studies: AvailableStudy[];
  /** the number of studies, for offsets into the list of all studies */
  studiesCount: number;
  patientIDs: [first: number, last: number];
  dialogIDs: number[];
  locationIDs: number[];
  /** days on which a doctor can book */
  days: string[];
}

const DOCTORS = 2000;
const TIME_ZONE = 'Europe/Moscow';
/** Begins with the day after tomorrow, so that the days are still bookable if a run passes midnight. */
const BOOKABLE = { from: 2, count: 25 };

/** A volume without a detected arch has no picture, so the web app requests none. */
const hasPicture = 'exists (select from object_pictures p where p.object_id = s.object_id)';

/**
 * Reads the dataset and inserts a session for each account, as sign-in does, but without Argon2, which takes 0.1 s of
 * CPU time by design. Deletes the sessions of earlier runs.
 */
export const openDataset = async (
  databaseURL: string,
  addresses: Pick<Dataset, 'address' | 'socketAddress'>,
): Promise<Dataset> => {
  const pool = openPool(databaseURL, { max: 1 });
  const query = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(sql, values)).rows as Row[];
  try {
    await pool.query('set session_replication_role = replica; delete from sessions');
    const assistantIDs = await query<{ id: number }>(
      `select id from accounts where role = 'assistant' and email like '%@load.test' order by id`,
    );
    // two of every five doctors, including the largest
    const doctors = await query<Omit<Doctor, 'cookie'>>(
      `with chosen as (
        select id from accounts where role = 'doctor' and email like '%@clinic.test' and id % 5 < 2
        order by id limit ${DOCTORS}
      ), available as (
        select doctor_id, jsonb_build_object('patientID', patient_id, 'studyID', s.id, 'sizeBytes', size_bytes) as study,
          row_number() over (partition by doctor_id order by s.id desc) as n
        from studies s join objects o on o.id = s.object_id
        where s.status = 'done' and s.deleted_at is null and doctor_id in (select id from chosen) and ${hasPicture}
      )
      select chosen.id as "accountID", coalesce(studies, '[]') as studies, coalesce(patients, 0) as "patientsCount"
      from chosen
      left join (select doctor_id, jsonb_agg(study) as studies from available where n <= 10 group by doctor_id) s
        on s.doctor_id = chosen.id
      left join (select doctor_id, count(*) as patients from patients group by doctor_id) p on p.doctor_id = chosen.id`,
    );
    const accountIDs = [...assistantIDs.map(({ id }) => id), ...doctors.map(({ accountID }) => accountID)];
    const cookies = new Map(
      accountIDs.map((accountID) => [accountID, randomBytes(32).toString('base64url')]),
    );
    await pool.query(
      `insert into sessions (token_hash, account_id, created_at, expires_at)
      select token, account, now(), now() + interval '12 hours' from unnest($1::bytea[], $2::bigint[]) one (token, account)`,
      [[...cookies.values()].map((token) => createHash('sha256').update(token).digest()), accountIDs],
    );
    const withCookie = (accountID: number): Person => ({
      accountID,
      cookie: `${SESSION_COOKIE}=${cookies.get(accountID)}`,
    });
    const [counts] = await query<{ studies: number; first: number; last: number }>(
      `select (select sum(total)::bigint from tallies where name = 'studies') as studies,
        (select min(id) from patients) as first, (select max(id) from patients) as last`,
    );
    const today = dayIn(TIME_ZONE, new Date());
    return {
      ...addresses,
      assistants: assistantIDs.map(({ id }) => withCookie(id)),
      doctors: doctors.map((doctor) => ({ ...doctor, ...withCookie(doctor.accountID) })),
      studies: await query(
        `select s.id as "studyID", patient_id as "patientID", size_bytes as "sizeBytes"
        from studies s join objects o on o.id = s.object_id
        where s.status = 'done' and s.deleted_at is null and ${hasPicture} order by s.created_at desc limit 5000`,
      ),
      studiesCount: counts?.studies ?? 0,
      patientIDs: [counts?.first ?? 1, counts?.last ?? 1],
      dialogIDs: (await query<{ id: number }>('select doctor_id as id from dialogs')).map(({ id }) => id),
      locationIDs: (await query<{ id: number }>('select id from locations')).map(({ id }) => id),
      days: Array.from({ length: BOOKABLE.count }, (_, at) => dayAfter(today, at + BOOKABLE.from)),
    };
  } finally {
    await pool.end();
  }
};
