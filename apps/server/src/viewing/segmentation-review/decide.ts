import type { BodyOf } from '@snimok/contract/platform/endpoint';
import type { decideSegmentation } from '@snimok/contract/viewing/segmentation-review';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { lockSegmentation } from '../../studies/segmentations/queries.ts';
import { updateResult } from '../../studies/segmentations/result-queries.ts';
import { subjectOf } from '../../studies/studies/study-rows/audit-subject.ts';
import type { StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { sentences } from './sentences.ts';

/**
 * Accepts or rejects what a model proposes. All decisions are made or none: if one of the results has been decided meanwhile, or a
 * newer segmentation has replaced those that the user has seen, nothing changes.
 */
export const decide = async (
  { db, clock }: Context,
  { who, by }: Caller,
  study: StudyRow,
  { finishedAt, decisions }: BodyOf<typeof decideSegmentation>,
): Promise<void> => {
  authorize(who, 'study.decide-segmentation', study);
  await db.transaction().execute(async (tx) => {
    const row = study.objectID ? await lockSegmentation(tx, study.objectID) : undefined;
    const isSeen = row?.status === 'ready' && row.finishedAt?.getTime() === new Date(finishedAt).getTime();
    if (!row || !isSeen) throw conflict(sentences.segmentationReplaced);
    const decision = { by: accountOf(who), now: clock.now() };
    const counts = { proposed: 0, accepted: 0, rejected: 0 };
    for (const one of decisions) {
      if (!(await updateResult(tx, row, one, decision))) throw conflict(sentences.segmentationDecided);
      counts[one.to] += 1;
    }
    const { studyID, patientID } = subjectOf(study);
    await record(tx, by, { action: 'study.decide-segmentation', ...subjectOf(study), details: counts });
    await publishStudyChange(tx, { studyID, patientID });
  });
};
