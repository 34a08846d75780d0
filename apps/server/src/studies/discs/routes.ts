import { getDisc, requestDisc } from '@snimok/contract/studies/discs';
import type { FastifyRequest } from 'fastify';
import { countDownload } from '../../people/accounts/limits/reading-limit.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { subjectOf } from '../studies/study-rows/audit-subject.ts';
import { findStudy, type StudyRow } from '../studies/study-rows/queries.ts';
import { readDiscState, requestDiscOf } from './discs.ts';

/** A study as a ZIP for a disc, for signed-in users who may download it. */
export const discRoutes = (app: Routes, context: Context): void => {
  const { db, auditBuffer } = context;

  const findDownloadable = async ({ actor }: FastifyRequest, studyID: number): Promise<StudyRow> => {
    authorize(actor, 'study.download');
    const study = await findStudy(db, actor, studyID);
    await countDownload(context, actor, study.id);
    return study;
  };
  const stateOf = async (request: FastifyRequest, study: StudyRow) => {
    const state = await readDiscState(context, request.actor, study, originOf(request));
    if (state.status === 'ready')
      auditBuffer.add(initiatorOf(request), { action: 'study.download', ...subjectOf(study) });
    return state;
  };

  app.route({
    ...getDisc,
    handler: async (request) => stateOf(request, await findDownloadable(request, request.params.studyID)),
  });

  app.route({
    ...requestDisc,
    handler: async (request) => {
      const study = await findDownloadable(request, request.params.studyID);
      await requestDiscOf(context, study);
      return stateOf(request, study);
    },
  });
};
