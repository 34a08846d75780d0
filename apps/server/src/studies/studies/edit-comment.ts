import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { subjectOf } from './study-rows/audit-subject.ts';
import { findStudy, updateStudyComment } from './study-rows/queries.ts';

/** `seen` is the comment that was edited; without it, as earlier versions send it, whatever is there is replaced. */
interface Edit {
  comment: string;
  seen?: string | undefined;
}

/** Changes the comment of a study, unless a colleague has changed it meanwhile. A repeated request succeeds. */
export const editComment = (
  { db }: Context,
  { who, by }: Caller,
  studyID: number,
  { comment, seen }: Edit,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('studies').select('id').where('id', '=', studyID).forNoKeyUpdate().execute();
    const study = await findStudy(tx, who, studyID);
    if (seen !== undefined && study.comment !== seen && study.comment !== comment)
      throw conflict(changedMeanwhile(await findCommenter(tx, studyID)));
    await updateStudyComment(tx, study.id, comment);
    await record(tx, by, { action: 'study.comment', ...subjectOf(study) });
    await publishStudyChange(tx, subjectOf(study));
  });

const findCommenter = async (tx: Tx, studyID: number): Promise<string | undefined> => {
  const found = await tx
    .selectFrom('auditEvents')
    .innerJoin('accounts', 'accounts.id', 'auditEvents.actorID')
    .select('accounts.name')
    .where('auditEvents.studyID', '=', studyID)
    .where('auditEvents.action', '=', 'study.comment')
    .orderBy('auditEvents.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.name;
};

const changedMeanwhile = (name: string | undefined): string =>
  `Пока вы меняли комментарий, его изменили${name ? ` (${name})` : ''}. Проверьте новый текст и сохраните ещё раз`;
