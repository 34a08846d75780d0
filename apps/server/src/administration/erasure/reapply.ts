import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { transactionAgain } from '../../platform/db/transaction-again.ts';
import { findPatientToErase } from '../../people/patients/erasing.ts';
import { lockReassignments } from '../../people/patients/merged-patients.ts';
import { lockPatients } from '../../studies/lifecycle/queries.ts';
import { eraseObjectsOf, eraseRowsOf } from './erase.ts';
import { type ErasureEntry, isSigned, putEntry, readErasureList } from './erasure-list.ts';
import { STEPS } from './queries.ts';
import { beginErasure } from './requests.ts';

/** Inserts the confirmed request again, because a database older than the request does not have it. */
const upsertConfirmed = async (tx: Tx, entry: ErasureEntry): Promise<void> => {
  const { erasureUUID, patientID, patientCreatedAt, doctorID, confirmedAt } = entry;
  await sql`update erasures set status = 'expired', reason = ''
    where patient_id = ${patientID} and status in ('requested', 'running') and uuid <> ${erasureUUID}`.execute(
    tx,
  );
  await sql`
    insert into erasures (uuid, patient_id, patient_created_at, doctor_id, reason, requested_at, expires_at, status, decided_at, step)
    values (${erasureUUID}, ${patientID}, ${patientCreatedAt}, ${doctorID}, '', ${confirmedAt}, ${confirmedAt}, 'running',
      ${confirmedAt}, ${STEPS[0]})
    on conflict (uuid) do update set status = 'running', step = excluded.step, decided_at = excluded.decided_at,
      counts = '{}', finished_at = null`.execute(tx);
};

/** Hides the patient of an entry if the database has the card and is not erasing it. False if there is nothing to do. */
const beginAgain = ({ db, clock }: Context, entry: ErasureEntry): Promise<boolean> =>
  transactionAgain(db, async (tx) => {
    const { patientID, erasureUUID } = entry;
    await lockReassignments(tx);
    await lockPatients(tx, [patientID]);
    const patient = await findPatientToErase(tx, patientID);
    // a restored database gives the ids of lost cards to other patients
    if (patient?.createdAt !== entry.patientCreatedAt || patient.erasingSince !== null) return false;
    await upsertConfirmed(tx, entry);
    await beginErasure(tx, { uuid: erasureUUID, patientID }, clock.now());
    return true;
  });

/**
 * Runs before an API serves requests. A database that was restored by other means than `npm run restore` may contain erased
 * patients again: the patients on the list in the store are hidden at once, and a worker deletes their data.
 */
export const reapplyErasures = async (context: Context): Promise<void> => {
  const { storage, log } = context;
  for await (const entry of readErasureList(storage)) {
    const { erasureUUID } = entry;
    if (!isSigned(context, entry))
      log.warn({ erasureUUID }, 'ignored an erasure that this portal has not signed');
    else if (await beginAgain(context, entry)) log.warn({ erasureUUID }, 'erasing a restored patient again');
  }
};

/**
 * For commands: adds the entries to the list in the store and erases their patients. Returns the number of erased patients.
 * All patients are hidden before the first one is erased, so that the portal shows none of them if the command is killed.
 */
export const eraseAgain = async (context: Context, entries: Iterable<ErasureEntry>): Promise<number> => {
  const all = [...entries];
  for (const entry of all) await putEntry(context, entry);
  const begun: ErasureEntry[] = [];
  for (const entry of all) if (await beginAgain(context, entry)) begun.push(entry);
  for (const entry of begun) {
    await eraseRowsOf(context, entry);
    await eraseObjectsOf(context, entry);
  }
  return begun.length;
};
