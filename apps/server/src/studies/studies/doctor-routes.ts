import {
  downloadOwnStudy,
  getOwnStudy,
  listOwnPatientStudies,
  listOwnStudies,
  type SortField,
} from '@snimok/contract/studies/studies';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { countDownload } from '../../people/accounts/limits/reading-limit.ts';
import { findPatientOrKept } from '../../people/patients/merged-patients.ts';
import { subjectOf } from './study-rows/audit-subject.ts';
import { presignDownload } from './downloads/download.ts';
import { dateFilters } from './study-rows/period.ts';
import { presentClientStudy, presentToDoctor, TABLE_STATUS } from './present.ts';
import { findOwnStudy, listPatientStudiesPage } from './study-rows/queries.ts';
import { listClientStudiesPage } from './lists/client-studies-page.ts';

export const doctorStudyRoutes = (app: Routes, context: Context): void => {
  const { db, auditBuffer, config } = context;

  app.route({
    ...listOwnStudies,
    handler: async ({ actor, query: { filterType, filterStatus, sortedBy, offset, ...days } }) => {
      const [field, direction] = sortedBy.split('.') as [SortField, 'asc' | 'desc'];
      const status = filterStatus && TABLE_STATUS[filterStatus];
      const dates = dateFilters(days, config.timeZone);
      const list = { field, direction, type: filterType, status, ...dates };
      const { rows, totalCount } = await listClientStudiesPage(db, actor, list, offset, PAGE_SIZE);
      const studies = rows.map((row) => presentClientStudy(actor, row));
      return { studies, currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...listOwnPatientStudies,
    handler: async ({ actor, params, query }) => {
      const { id } = await findPatientOrKept(db, actor, params.patientID);
      const { rows, totalCount } = await listPatientStudiesPage(db, actor, id, query);
      return {
        studies: rows.map((row) => presentToDoctor(actor, row)),
        currentOffset: query.offset,
        totalCount,
      };
    },
  });

  app.route({
    ...getOwnStudy,
    handler: async ({ actor, params }) => presentToDoctor(actor, await findOwnStudy(db, actor, params)),
  });

  app.route({
    ...downloadOwnStudy,
    handler: async (request) => {
      const { actor, params } = request;
      authorize(actor, 'study.download');
      const study = await findOwnStudy(db, actor, params);
      await countDownload(context, actor, study.id);
      const download = await presignDownload(context, actor, study, originOf(request));
      auditBuffer.add(initiatorOf(request), { action: 'study.download', ...subjectOf(study) });
      return download;
    },
  });
};
