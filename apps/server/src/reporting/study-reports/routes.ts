import { PAGE_SIZE } from '@snimok/contract/values/fields';
import * as endpoints from '@snimok/contract/reporting/study-reports';
import { authorize, may } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { findDraft } from './report-rows/draft-queries.ts';
import { draftRoutes } from './draft-routes.ts';
import { presentDraftState, presentListed, presentWithReadings } from './present.ts';
import {
  countListed,
  countWaiting,
  listReadings,
  listReportFacts,
  listSigned,
  listWaiting,
} from './report-rows/report-queries.ts';
import { requestRoutes } from './request-routes.ts';
import { signedReportRoutes } from './signed-report-routes.ts';
import { templateRoutes } from './template-routes.ts';

export const studyReportRoutes = (app: Routes, context: Context): void => {
  const { db } = context;
  templateRoutes(app, context);
  draftRoutes(app, context);
  signedReportRoutes(app, context);
  requestRoutes(app, context);

  app.route({
    ...endpoints.listReports,
    handler: async ({ actor, query: { state, offset } }) => {
      authorize(actor, 'study-report.write');
      const list = state === 'waiting' ? listWaiting : listSigned;
      const rows = await list(db, actor, offset, PAGE_SIZE);
      const totalCount = await countListed(db, actor, state);
      return { reports: rows.map(presentListed), currentOffset: offset, totalCount };
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
};
