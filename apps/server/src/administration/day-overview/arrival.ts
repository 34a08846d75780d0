import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { updateArrivedAt } from '../../studies/studies/arrival.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';

/** Records that the patient of a referral has come without a booking. */
export const recordArrivalOfStudy = (
  { db, clock }: Context,
  { who, by }: Caller,
  studyID: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { patientID, doctorID } = await findStudy(tx, who, studyID);
    await updateArrivedAt(tx, studyID, clock.now());
    await record(tx, by, { action: 'study.arrive', doctorID, patientID, studyID });
    await publishStudyChange(tx, { studyID, patientID });
  });
