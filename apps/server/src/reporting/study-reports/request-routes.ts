import { requestOwnReport, requestReport } from '@snimok/contract/studies/report-requests';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { type Caller, callerOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { reportSentences } from './report-rows/sentences.ts';
import { subjectOf } from '../../studies/studies/study-rows/audit-subject.ts';
import { isAskedByOwner } from '../../studies/studies/present-report.ts';
import { findOwnStudy, findStudy, type StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { publishReportChange, updateReportRequest } from '../../studies/studies/study-rows/report-state.ts';

/** The question to the author; null withdraws the request. */
type Wanted = string | null;

const wantedOf = ({
  requested,
  question = '',
}: {
  requested: boolean;
  question?: string | undefined;
}): Wanted => (requested ? question : null);

/** Requests for reports, by the centre and by the client to whom the patient belongs. */
export const requestRoutes = (app: Routes, { db, clock }: Context): void => {
  const change = async (tx: Tx, { who, by }: Caller, study: StudyRow, question: Wanted) => {
    const request = question === null ? null : { at: clock.now(), by: accountOf(who), question };
    if (!(await updateReportRequest(tx, study.id, request))) return;
    await record(tx, by, { action: request ? 'report.request' : 'report.withdraw', ...subjectOf(study) });
    await publishReportChange(tx, study.id);
    await publishStudyChange(tx, subjectOf(study));
  };

  app.route({
    ...requestReport,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study-report.request');
      await db.transaction().execute(async (tx) => {
        const study = await findStudy(tx, actor, params.studyID);
        await change(tx, callerOf(request), study, wantedOf(body));
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...requestOwnReport,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study-report.ask', await findOwnStudy(db, actor, params));
      await db.transaction().execute(async (tx) => {
        // serialises with the beginning of a draft, which refers to the row: it waits for this lock, or the draft is found below
        await tx.selectFrom('studies').select('id').where('id', '=', params.studyID).forUpdate().execute();
        const study = await findOwnStudy(tx, actor, params);
        authorize(actor, 'study-report.ask', study);
        if (!isChanged(actor, study, wantedOf(body))) return;
        await change(tx, callerOf(request), study, wantedOf(body));
      });
      return reply.code(204).send();
    },
  });
};

/** False for a repeated request whose answer was lost. Throws if the client may not make the request. */
const isChanged = (who: Actor, study: StudyRow, question: Wanted): boolean => {
  const isRequested = study.reportRequestedAt !== null;
  if (question === null) {
    if (!isRequested) return false;
    if (!isAskedByOwner(study)) throw conflict(reportSentences.askedByCentre);
    if (study.hasReportDraft) throw conflict(reportSentences.alreadyBegun);
    return true;
  }
  const isRepeated = study.reportRequester?.id === accountOf(who) && study.reportQuestion === question;
  if (isRequested && isRepeated) return false;
  if (isRequested) throw conflict(reportSentences.alreadyRequested);
  if (study.reportNumber !== null) throw conflict(reportSentences.alreadySigned);
  return true;
};
