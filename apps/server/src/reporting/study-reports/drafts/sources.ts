import type { Tx } from '../../../platform/db/client.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { reportSentences } from '../report-rows/sentences.ts';
import type { StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { listSeriesFacts } from '../../../viewing/online-viewer/viewed-study/queries.ts';
import { type Mark, measure, type Scale, scaleOf } from './measure.ts';

const selectKeyImages = (db: Tx, { id, objectID }: Pick<StudyRow, 'id' | 'objectID'>) =>
  db
    .selectFrom('keyImages')
    .innerJoin('accounts', 'accounts.id', 'keyImages.accountID')
    .select(['keyImages.keyImageUUID', 'keyImages.title', 'keyImages.picture', 'accounts.name as authorName'])
    .where('keyImages.studyID', '=', id)
    .where('keyImages.objectID', '=', objectID);

/** The key images of the study's present files, oldest first. */
export const listKeyImages = (db: Tx, study: StudyRow) =>
  selectKeyImages(db, study).orderBy('keyImages.createdAt').orderBy('keyImages.keyImageUUID').execute();

export const findKeyImage = (db: Tx, study: StudyRow, keyImageUUID: string) =>
  selectKeyImages(db, study)
    .where('keyImages.keyImageUUID', '=', keyImageUUID)
    .executeTakeFirstOrThrow(() => notFound(reportSentences.noKeyImage));

interface SourceMeasurement {
  markID: string;
  label: string;
  value: string;
  authorName: string;
}

/** Measurements on the study's present files, by author. Each kind is numbered as in the viewer's own reports. */
export const listMeasurements = async (db: Tx, { id, objectID }: StudyRow): Promise<SourceMeasurement[]> => {
  if (objectID === null) return [];
  const rows = await db
    .selectFrom('studyMarks')
    .innerJoin('accounts', 'accounts.id', 'studyMarks.accountID')
    .select(['studyMarks.marks', 'accounts.name as authorName'])
    .where('studyMarks.studyID', '=', id)
    .where('studyMarks.objectID', '=', objectID)
    .orderBy('studyMarks.updatedAt')
    .orderBy('studyMarks.accountID')
    .execute();
  const series = await listSeriesFacts(db, objectID);
  const counts = new Map<string, number>();
  return rows.flatMap(({ marks: stored, authorName }) => {
    const marks = stored as unknown as Mark[];
    const scaleAt = (mark: Mark): Scale => scaleOf(mark, series, marks);
    return marks.flatMap((mark) => {
      const measured = measure(mark, scaleAt(mark));
      if (!measured) return [];
      const number = (counts.get(mark.kind) ?? 0) + 1;
      counts.set(mark.kind, number);
      const label = [`${measured.label} ${number}`, mark.text.replaceAll('\n', '; ')].filter(Boolean);
      return [
        { markID: mark.markID, label: label.join('. ').slice(0, 300), value: measured.value, authorName },
      ];
    });
  });
};
