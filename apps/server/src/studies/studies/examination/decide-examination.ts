import type { DoubtfulDate } from '@snimok/contract/studies/examined-at';
import type { FileDate } from '@snimok/imaging/dicom/dates';
import type { Tx } from '../../../platform/db/client.ts';
import { dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { believeDates, type Examination, momentOf } from './believe-dates.ts';

const columnsOf = (examination: Examination | null) => ({
  examinedAt: examination?.at ?? null,
  examinedOffset: examination?.offset ?? null,
  examinedPrecision: examination?.precision ?? null,
  examinedSource: examination?.source ?? null,
});

export const updateExamination = async (
  tx: Tx,
  studyID: number,
  examination: Examination | null,
): Promise<void> => {
  await tx.updateTable('studies').set(columnsOf(examination)).where('id', '=', studyID).execute();
};

/** When a machine began to take the images, as it reported it for the study or for the study's booking. */
const findStepStart = async (tx: Tx, studyID: number): Promise<Date | undefined> => {
  const step = await tx
    .selectFrom('performedSteps')
    .select('startedAt')
    .where('status', '!=', 'discontinued')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('studyID', '=', studyID),
        eb('bookingID', 'in', selectFrom('bookings').select('id').where('bookings.studyID', '=', studyID)),
      ]),
    )
    .orderBy('startedAt')
    .limit(1)
    .executeTakeFirst();
  return step?.startedAt;
};

const findVisit = (tx: Tx, studyID: number) =>
  tx
    .selectFrom('bookings')
    .select('day')
    .where('studyID', '=', studyID)
    .where('status', '=', 'come')
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();

/** The minute is the machine's own report. A visit has a day only: nobody records when its images were taken. */
const findReported = async (
  tx: Tx,
  { id, arrivedAt }: { id: number; arrivedAt: Date | null },
  timeZone: string,
): Promise<Examination | null> => {
  const startedAt = await findStepStart(tx, id);
  if (startedAt) {
    const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(startedAt);
    const moment = momentOf({ day: dayIn(timeZone, startedAt), time, offset: null }, timeZone);
    return { ...moment, source: 'worklist' };
  }
  const day = arrivedAt ? dayIn(timeZone, arrivedAt) : (await findVisit(tx, id))?.day;
  return day === undefined
    ? null
    : { ...momentOf({ day, time: null, offset: null }, timeZone), source: 'booking' };
};

/** Without an object nothing is known about the files. */
const believed = (
  { imageDates, uploadedAt, birthday }: DatedStudy,
  timeZone: string,
): { examination: Examination | null; doubtful: DoubtfulDate[] | null } =>
  imageDates === null || uploadedAt === null
    ? { examination: null, doubtful: null }
    : believeDates(imageDates as FileDate[], { birthday, uploadedAt, timeZone });

const findDatedStudy = (tx: Tx, studyID: number) =>
  tx
    .selectFrom('studies')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .leftJoin('objects', 'objects.id', 'studies.objectID')
    .leftJoin('uploads', 'uploads.uuid', 'studies.objectID')
    .select([
      'studies.objectID',
      'studies.id',
      'studies.examinedSource',
      'studies.arrivedAt',
      'patients.birthday',
      'objects.imageDates',
    ])
    .select(({ fn }) => fn.coalesce('uploads.processedAt', 'objects.createdAt').as('uploadedAt'))
    .where('studies.id', '=', studyID)
    .executeTakeFirstOrThrow();
type DatedStudy = Awaited<ReturnType<typeof findDatedStudy>>;

/**
 * Decides when the images of a study were taken: what a person entered, otherwise the files, the machine's report to
 * the worklist, or the visit. Call in the transaction of a change that any of them depends on. A study that has lost
 * its object in the bin of the archive keeps what was known.
 * @param keepsEntry false removes what a person entered
 */
export const decideExamination = async (
  tx: Tx,
  studyID: number,
  timeZone: string,
  { keepsEntry = true } = {},
): Promise<void> => {
  const study = await findDatedStudy(tx, studyID);
  if (study.objectID === null && keepsEntry) return;
  const { examination, doubtful } = believed(study, timeZone);
  const doubtfulDates = doubtful && JSON.stringify(doubtful);
  await tx.updateTable('studies').set({ doubtfulDates }).where('id', '=', studyID).execute();
  if (keepsEntry && study.examinedSource === 'person') return;
  await updateExamination(tx, studyID, examination ?? (await findReported(tx, study, timeZone)));
};

/** Decides again for studies that were moved to another card, because the birth date on the card matters. */
export const decideExaminations = async (
  tx: Tx,
  studyIDs: readonly number[],
  timeZone: string,
): Promise<void> => {
  for (const studyID of studyIDs) await decideExamination(tx, studyID, timeZone);
};
