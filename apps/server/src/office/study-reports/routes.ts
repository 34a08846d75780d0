import { PAGE_SIZE } from '@snimok/contract/fields';
import * as endpoints from '@snimok/contract/study-reports';
import { authorize, may } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { subjectOf } from '../../studies/studies/audit-subject.ts';
import { findStudy } from '../../studies/studies/queries.ts';
import { updateReportRequest } from '../../studies/studies/report-state.ts';
import { publishReportChange } from './draft.ts';
import { findDraft } from './draft-queries.ts';
import { draftRoutes } from './draft-routes.ts';
import { presentDraftState, presentListed, presentWithReadings } from './present.ts';
import { countWaiting, listReadings, listReportFacts, listSigned, listWaiting } from './report-queries.ts';
import { signedReportRoutes } from './signed-report-routes.ts';
import { templateRoutes } from './template-routes.ts';

export const studyReportRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;
  templateRoutes(app, context);
  draftRoutes(app, context);
  signedReportRoutes(app, context);

  app.route({
    ...endpoints.listReports,
    handler: async ({ actor, query: { state, offset } }) => {
      authorize(actor, 'study-report.write');
      const list = state === 'waiting' ? listWaiting : listSigned;
      const rows = await list(db, actor, offset, PAGE_SIZE);
      const [first] = rows.length > 0 || offset === 0 ? rows : await list(db, actor, 0, 1);
      return { reports: rows.map(presentListed), currentOffset: offset, totalCount: first?.total ?? 0 };
    },
  });

  app.route({
    ...endpoints.countReports,
    handler: async ({ actor }) => {
      authorize(actor, 'study-report.write');
      return { waitingCount: await countWaiting(db, actor) };
    },
  });

  app.route({
    ...endpoints.getReportState,
    handler: async ({ actor, params }) => {
      authorize(actor, 'study-report.read');
      const study = await findStudy(db, actor, params.studyID);
      const reports = await listReportFacts(db, study.id);
      return {
        requestedAt: study.reportRequestedAt?.toISOString() ?? null,
        draft: presentDraftState(await findDraft(db, study.id)),
        reports: presentWithReadings(reports, await listReadings(db, study.id)),
        can: { write: may(actor, 'study-report.write'), request: may(actor, 'study-report.request') },
      };
    },
  });

  app.route({
    ...endpoints.requestReport,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study-report.request');
      await db.transaction().execute(async (tx) => {
        const study = await findStudy(tx, actor, params.studyID);
        if (!(await updateReportRequest(tx, study.id, body.requested ? clock.now() : null))) return;
        const action = body.requested ? 'report.request' : 'report.withdraw';
        await record(tx, initiatorOf(request), { action, ...subjectOf(study) });
        await publishReportChange(tx, study.id);
        await publishStudyChange(tx, subjectOf(study));
      });
      return reply.code(204).send();
    },
  });
};
