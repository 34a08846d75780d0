import {
  type EnteredExamination,
  examinedMoment,
  type ExaminedAt,
} from '@snimok/contract/studies/examined-at';
import { type Caller, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, invalid } from '../../../platform/errors/errors.ts';
import { publishStudyChange } from '../../../platform/realtime/publish-changes.ts';
import { subjectOf } from '../study-rows/audit-subject.ts';
import { presentExaminedAt } from '../study-rows/examined-at.ts';
import { findStudy } from '../study-rows/queries.ts';
import { momentOf } from './believe-dates.ts';
import { decideExamination, updateExamination } from './decide-examination.ts';
import { sentences } from '../sentences.ts';

interface Entry {
  /** null removes what a person entered */
  examinedAt: EnteredExamination | null;
  seen: EnteredExamination | null;
}

type Shown = EnteredExamination | ExaminedAt | null;

const textOf = (shown: Shown) => shown && examinedMoment(shown);

/** An image on film may be older than the first digital ones. */
const FIRST_DAY = '1900-01-01';

const birthdayOf = async (tx: Tx, patientID: number): Promise<string | null> => {
  const patient = tx.selectFrom('patients').select('birthday').where('id', '=', patientID);
  return (await patient.executeTakeFirstOrThrow()).birthday;
};

/**
 * A person says when the images were taken, unless a colleague has said otherwise meanwhile. A repeated request succeeds
 * without a second record.
 */
export const enterExamination = (
  { db, clock, config: { timeZone } }: Context,
  { who, by }: Caller,
  studyID: number,
  { examinedAt, seen }: Entry,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('studies').select('id').where('id', '=', studyID).forNoKeyUpdate().execute();
    const study = await findStudy(tx, who, studyID);
    const stored = presentExaminedAt(study);
    const isEntered = stored?.source === 'person';
    const isDone = examinedAt ? isEntered && textOf(stored) === textOf(examinedAt) : !isEntered;
    if (isDone && (examinedAt !== null || textOf(stored) === textOf(seen))) return;
    if (textOf(stored) !== textOf(seen)) throw conflict(sentences.examinationChanged(textOf(stored)));
    if (examinedAt) {
      const moment = momentOf({ ...examinedAt, offset: null }, timeZone);
      if (examinedAt.day < FIRST_DAY) throw invalid(sentences.examinationTooEarly);
      if (moment.at > clock.now()) throw invalid(sentences.examinationInFuture);
      const birthday = await birthdayOf(tx, study.patientID);
      if (birthday !== null && examinedAt.day < birthday) throw invalid(sentences.examinationBeforeBirth);
      await updateExamination(tx, study.id, { ...moment, source: 'person' });
    } else await decideExamination(tx, study.id, timeZone, { keepsEntry: false });
    const details = { entered: examinedAt !== null };
    await record(tx, by, { action: 'study.date', ...subjectOf(study), details });
    await publishStudyChange(tx, subjectOf(study));
  });
