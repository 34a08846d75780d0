import * as endpoints from '@snimok/contract/reporting/study-reports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, shareOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { attachment } from '../../platform/outside/storage/content-disposition.ts';
import { reportSentences } from './report-rows/sentences.ts';
import { subjectOf } from '../../studies/studies/study-rows/audit-subject.ts';
import { folderName } from '../../studies/studies/downloads/file-name.ts';
import { findOwnStudy, findStudy, type StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { publishReportChange } from '../../studies/studies/study-rows/report-state.ts';
import { presentReport } from './present.ts';
import {
  findDocument,
  findReport,
  insertReading,
  listReportFacts,
  wasRead,
} from './report-rows/report-queries.ts';

/** Clients and recipients of links must not take a report for another patient's, nor learn that patient's name. */
const isClosedTo = ({ kind }: Actor, { misfiled }: { misfiled: boolean }): boolean =>
  misfiled && kind !== 'assistant' && kind !== 'token';

const requireOpen = (who: Actor, report: { misfiled: boolean }): void => {
  if (isClosedTo(who, report)) throw conflict(reportSentences.misfiled);
};

/** Shows reports, sends their PDFs, and records who has read them. */
const openReader = ({ db, clock, config, auditBuffer }: Context) => {
  /** The first reading of each person of a client is recorded and shown to the centre. */
  const recordReading = async (request: FastifyRequest, study: StudyRow, report: { reportUUID: string }) => {
    const { actor, method } = request;
    if (actor.kind !== 'doctor' || method === 'HEAD') return;
    const { accountID } = actor;
    const { reportUUID } = report;
    if (await wasRead(db, reportUUID, accountID)) return;
    await db.transaction().execute(async (tx) => {
      if (!(await insertReading(tx, { reportUUID, accountID, readAt: clock.now() }))) return;
      await record(tx, initiatorOf(request), { action: 'report.read', ...subjectOf(study) });
      await publishReportChange(tx, study.id);
    });
  };

  const show = async (request: FastifyRequest, study: StudyRow, number: number) => {
    const report = await findReport(db, study.id, number);
    requireOpen(request.actor, report);
    await recordReading(request, study, report);
    const versions = await listReportFacts(db, study.id);
    return presentReport(
      study,
      report,
      versions.filter((version) => !isClosedTo(request.actor, version)),
    );
  };

  const sendDocument = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { study, number }: { study: StudyRow; number: number },
  ) => {
    const report = await findDocument(db, study.id, number);
    requireOpen(request.actor, report);
    await recordReading(request, study, report);
    if (request.method !== 'HEAD')
      auditBuffer.add(initiatorOf(request), {
        action: 'report.download',
        ...subjectOf(study),
        details: { number },
      });
    const name = `${folderName(study, config.timeZone)}_Заключение_${number}.pdf`;
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', attachment(name))
      .type('application/pdf')
      .send(report.document);
  };
  return { show, sendDocument };
};

/** Signed reports, for everybody who sees the study and may read its report. */
export const signedReportRoutes = (app: Routes, context: Context): void => {
  const { db } = context;
  const { show, sendDocument } = openReader(context);

  app.route({
    ...endpoints.getReport,
    handler: async (request) => {
      authorize(request.actor, 'study-report.read');
      const { studyID, number } = request.params;
      return show(request, await findStudy(db, request.actor, studyID), number);
    },
  });

  app.route({
    ...endpoints.getReportDocument,
    handler: async (request, reply) => {
      authorize(request.actor, 'study-report.read');
      const { studyID, number } = request.params;
      return sendDocument(request, reply, { study: await findStudy(db, request.actor, studyID), number });
    },
  });

  app.route({
    ...endpoints.getOwnReport,
    handler: async (request) => {
      authorize(request.actor, 'study-report.read');
      const { number, ...ids } = request.params;
      return show(request, await findOwnStudy(db, request.actor, ids), number);
    },
  });

  app.route({
    ...endpoints.getOwnReportDocument,
    handler: async (request, reply) => {
      authorize(request.actor, 'study-report.read');
      const { number, ...ids } = request.params;
      return sendDocument(request, reply, { study: await findOwnStudy(db, request.actor, ids), number });
    },
  });

  app.route({
    ...endpoints.getExternalReportDocument,
    handler: async (request, reply) => {
      const share = shareOf(request.actor);
      authorize(share, 'study-report.read');
      const study = await findStudy(db, share, share.studyID);
      if (study.reportNumber === null) throw notFound(reportSentences.noReport);
      return sendDocument(request, reply, { study, number: study.reportNumber });
    },
  });
};
