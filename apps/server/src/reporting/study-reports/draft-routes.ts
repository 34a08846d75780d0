import * as endpoints from '@snimok/contract/reporting/report-drafts';
import type { FastifyRequest } from 'fastify';
import { isProviderSession } from '../../people/accounts/sessions/own-sessions.ts';
import { listMethods } from '../../people/second-factors/factors.ts';
import { startConfirmation } from '../../people/profile/confirm-by-factor.ts';
import { accountOf, type Actor } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/errors/errors.ts';
import { assertConfirmed } from '../../platform/http/guard.ts';
import type { Routes } from '../../platform/http/server.ts';
import { presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';
import { reportSentences } from './report-rows/sentences.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { sentences as ofAccess } from '../../platform/access/sentences.ts';
import { presentRequest } from '../../studies/studies/present-report.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { phaseOfRow } from '../../studies/studies/study-rows/study-state.ts';
import { findQuestionOfStudy } from '../../reception/referrals/queries.ts';
import { discardDraft, startDraft } from './drafts/draft.ts';
import { findDraft, listParts } from './report-rows/draft-queries.ts';
import { listAccepted } from './drafts/model-findings.ts';
import { presentParts } from './report-rows/parts.ts';
import { earlierQuestions } from './signing/questions.ts';
import { findNewestReport } from './report-rows/report-queries.ts';
import { saveDraft } from './drafts/save-draft.ts';
import { actOf, preview, sign } from './signing/sign.ts';
import { listKeyImages, listMeasurements } from './drafts/sources.ts';

/** The session of the request. Throws 401 without one, although the endpoints are closed to programs and tokens. */
const sessionOf = ({ sessionHash }: { sessionHash: Buffer | null }): Buffer => {
  if (!sessionHash) throw new Problem(401, ofAccess.signInFirst);
  return sessionHash;
};

const findWritable = ({ db }: Context, actor: Actor, studyID: number) => {
  authorize(actor, 'study-report.write');
  return findStudy(db, actor, studyID);
};

/** The account's factors, or its password if it has none. An employee of the identity provider may have neither. */
const confirmationsOf = async (
  { db, config }: Context,
  request: Pick<FastifyRequest, 'actor' | 'sessionHash'>,
) => {
  const factors = await listMethods(db, config, accountOf(request.actor));
  if (factors.length > 0) return factors;
  const isSSO = config.singleSignOn !== null && (await isProviderSession(db, sessionOf(request)));
  return isSSO ? [] : ['password' as const];
};

/** The report that is being written, for assistants who write reports. */
export const draftRoutes = (app: Routes, context: Context): void => {
  const { db } = context;
  signingRoutes(app, context);

  app.route({
    ...endpoints.startReport,
    handler: async (request, reply) => {
      const study = await findWritable(context, request.actor, request.params.studyID);
      await startDraft(context, callerOf(request), study.id, request.body.templateID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.getReportDraft,
    handler: async (request) => {
      const study = await findWritable(context, request.actor, request.params.studyID);
      const draft = await findDraft(db, study.id);
      if (!draft) throw notFound(reportSentences.noDraft);
      return presentDraft(context, request, study, draft);
    },
  });

  app.route({
    ...endpoints.saveReportDraft,
    handler: async ({ actor, params, body }) => {
      authorize(actor, 'study-report.write');
      return saveDraft(context, { who: actor }, params.studyID, body);
    },
  });

  app.route({
    ...endpoints.discardReportDraft,
    handler: async (request, reply) => {
      const study = await findWritable(context, request.actor, request.params.studyID);
      await discardDraft(context, callerOf(request), study.id, request.query);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.previewReport,
    handler: async ({ actor, params }, reply) => {
      const study = await findWritable(context, actor, params.studyID);
      const pdf = await preview(context, actor, study.id);
      return reply
        .header('content-disposition', `inline; filename="chernovik-${study.id}.pdf"`)
        .type('application/pdf')
        .send(pdf);
    },
  });

  app.route({
    ...endpoints.listReportSources,
    handler: async ({ actor, params }) => {
      const study = await findWritable(context, actor, params.studyID);
      return {
        keyImages: await listKeyImages(db, study),
        measurements: await listMeasurements(db, study),
        findings: await listAccepted(db, study),
      };
    },
  });
};

const presentDraft = async (
  context: Context,
  request: FastifyRequest,
  study: Awaited<ReturnType<typeof findWritable>>,
  draft: NonNullable<Awaited<ReturnType<typeof findDraft>>>,
) => {
  const { db, config } = context;
  return {
    studyID: study.id,
    patientID: study.patientID,
    doctorID: study.doctorID,
    draftUUID: draft.draftUUID,
    patientName: study.patientName,
    studyType: study.type,
    studyCreatedAt: study.createdAt.toISOString(),
    examinedAt: presentExaminedAt(study),
    viewable: phaseOfRow(study) === 'available' && config.remoteViewer === 'web',
    templateName: draft.templateName,
    fields: draft.fields,
    withFindings: draft.withFindings,
    corrects: draft.corrects,
    version: draft.version,
    startedByName: draft.startedByName,
    changedByName: draft.changedByName,
    changedAt: draft.changedAt.toISOString(),
    request: presentRequest(study),
    referralQuestion: await findQuestionOfStudy(db, study.id),
    earlierQuestions: earlierQuestions(await findNewestReport(db, study.id)),
    parts: presentParts(draft, await listParts(db, study.id)),
    confirmWith: await confirmationsOf(context, request),
  };
};

const signingRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...endpoints.startReportPasskey,
    handler: async (request) => {
      const study = await findWritable(context, request.actor, request.params.studyID);
      const act = actOf({ who: request.actor, sessionHash: sessionOf(request) }, study.id);
      const options = await startConfirmation(context, act);
      if (!options) throw notFound(ofHTTP.noSuchEndpoint);
      return options;
    },
  });

  app.route({
    ...endpoints.signReport,
    handler: async (request, reply) => {
      const study = await findWritable(context, request.actor, request.params.studyID);
      const factors = await listMethods(context.db, context.config, accountOf(request.actor));
      if (factors.length === 0) assertConfirmed(request, context.clock.now());
      const signer = { ...callerOf(request), sessionHash: sessionOf(request) };
      const number = await sign(context, signer, study.id, request.body);
      return reply.code(201).send({ number });
    },
  });
};
