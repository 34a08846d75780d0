import type { Tx } from '../../../platform/db/client.ts';
import type { StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { findQuestionOfStudy } from '../../../reception/referrals/queries.ts';
import type { ReportRow } from '../report-rows/report-queries.ts';

/**
 * The questions of the report that is corrected. Its signature has ended the request, so the study no longer has them. Empty if
 * the report names another person, because the question may name that person as well.
 */
export const earlierQuestions = (earlier: Pick<ReportRow, 'content' | 'misfiled'> | undefined): string[] =>
  earlier && !earlier.misfiled ? (earlier.content.questions ?? []) : [];

/** What a report answers: the questions of the report that it corrects, of its request, and of the referral. */
export const listQuestions = async (
  tx: Tx,
  { id, reportQuestion }: Pick<StudyRow, 'id' | 'reportQuestion'>,
  earlier: ReportRow | undefined,
): Promise<string[]> => {
  const asked = [...earlierQuestions(earlier), reportQuestion, await findQuestionOfStudy(tx, id)];
  return [...new Set(asked)].filter((question) => question !== '');
};
