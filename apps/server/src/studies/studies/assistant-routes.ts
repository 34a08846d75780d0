import {
  confirmStudyPatient,
  createStudy,
  downloadStudy,
  getStudy,
  mailStudy,
  setExaminedAt,
  updateStudy,
} from '@snimok/contract/studies/studies';
import { once } from '../../platform/answered-requests/once.ts';
import { accountOf } from '../../platform/access/actor.ts';
import { countDownload } from '../../people/accounts/limits/reading-limit.ts';
import { authorize } from '../../platform/access/rules.ts';
import { countLetter } from '../../people/accounts/limits/letter-limit.ts';
import { callerOf, initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { findLetterAbout } from '../../platform/letters/queries.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { subjectOf } from './study-rows/audit-subject.ts';
import { createStudyOf } from './create-study.ts';
import { presignDownload } from './downloads/download.ts';
import { presentStudy } from './present.ts';
import { enterExamination } from './examination/enter-examination.ts';
import { editComment } from './edit-comment.ts';
import { findStudy } from './study-rows/queries.ts';
import { aboutStudy, resendReadyLetter } from './ready-letter.ts';
import { confirmPatient } from './study-rows/state-queries.ts';

export const assistantStudyRoutes = (app: Routes, context: Context): void => {
  const { db, clock, auditBuffer } = context;
  changeRoutes(app, context);

  app.route({
    ...createStudy,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.create');
      if (body.reportRequested) authorize(actor, 'study-report.request');
      const accountID = accountOf(actor);
      const now = clock.now();
      const created = await db.transaction().execute((tx) =>
        once(
          tx,
          {
            accountID,
            requestUUID: body.requestUUID,
            now,
            answered: createStudy.schema.response[201].strict(),
          },
          async () => ({
            studyID: await createStudyOf(tx, initiatorOf(request), {
              who: actor,
              patientID: params.patientID,
              type: body.studyType,
              comment: body.comment,
              creatorID: accountID,
              createdAt: now,
              report: body.reportRequested ? { question: body.reportQuestion ?? '' } : undefined,
            }),
          }),
        ),
      );
      return reply.code(201).send(created);
    },
  });

  app.route({
    ...getStudy,
    handler: async ({ actor, params }) => {
      const study = await findStudy(db, actor, params.studyID);
      return presentStudy(study, await findLetterAbout(db, aboutStudy(study.id)), clock.now());
    },
  });

  app.route({
    ...mailStudy,
    handler: async ({ actor, params }, reply) => {
      authorize(actor, 'study.edit');
      const study = await findStudy(db, actor, params.studyID);
      await countLetter(context, aboutStudy(study.id));
      await resendReadyLetter(context, study);
      return reply.code(204).send();
    },
  });

  app.route({
    ...downloadStudy,
    handler: async (request) => {
      const { actor, params } = request;
      authorize(actor, 'study.download');
      const study = await findStudy(db, actor, params.studyID);
      await countDownload(context, actor, study.id);
      const download = await presignDownload(context, actor, study, originOf(request));
      auditBuffer.add(initiatorOf(request), { action: 'study.download', ...subjectOf(study) });
      return download;
    },
  });
};

const changeRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...confirmStudyPatient,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.edit');
      const by = { accountID: accountOf(actor), reason: body?.reason, at: clock.now() };
      await db.transaction().execute(async (tx) => {
        const study = await findStudy(tx, actor, params.studyID);
        if (!(await confirmPatient(tx, study.id, by))) return;
        await record(tx, initiatorOf(request), { action: 'study.confirm-patient', ...subjectOf(study) });
        await publishStudyChange(tx, subjectOf(study));
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...setExaminedAt,
    handler: async (request, reply) => {
      authorize(request.actor, 'study.edit');
      await enterExamination(context, callerOf(request), request.params.studyID, request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...updateStudy,
    handler: async (request, reply) => {
      authorize(request.actor, 'study.edit');
      await editComment(context, callerOf(request), request.params.studyID, request.body);
      return reply.code(204).send();
    },
  });
};
