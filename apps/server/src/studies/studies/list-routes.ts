import { listPatientStudies, listStudies, type SortField } from '@snimok/contract/studies/studies';
import { getCounters, getCountersByDay } from '@snimok/contract/studies/study-counters';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { Context } from '../../platform/context.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listLettersAbout } from '../../platform/letters/queries.ts';
import { findPatientOrKept } from '../../people/patients/merged-patients.ts';
import { countByDay } from './lists/by-day.ts';
import { listStudiesPage } from './lists/list-page.ts';
import { dateFilters } from './study-rows/period.ts';
import { presentStudy } from './present.ts';
import { listPatientStudiesPage, readCounters, type StudyRow } from './study-rows/queries.ts';
import { aboutStudy } from './ready-letter.ts';

/** The lists and counters of the assistants. */
export const studyListRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;

  const presentAll = async (studies: readonly StudyRow[]) => {
    const letters = await listLettersAbout(
      db,
      studies.map(({ id }) => aboutStudy(id)),
    );
    const now = clock.now();
    return studies.map((study) => presentStudy(study, letters.get(aboutStudy(study.id)), now));
  };

  app.route({
    ...getCounters,
    handler: ({ actor }) => readCounters(db, actor),
  });

  app.route({
    ...getCountersByDay,
    handler: async ({ actor }) => ({ days: await countByDay(context, actor) }),
  });

  app.route({
    ...listStudies,
    onRequest: requireEnabled(config, 'commonStudiesListEnabled', () => undefined),
    handler: async ({ actor, query: { sortedBy, offset, filterStatus, ...days } }) => {
      const [field, direction] = sortedBy.split('.') as [SortField, 'asc' | 'desc'];
      const list = { field, direction, ...dateFilters(days, config.timeZone), status: filterStatus };
      const { rows, totalCount } = await listStudiesPage(db, actor, list, offset, PAGE_SIZE);
      return { studies: await presentAll(rows), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...listPatientStudies,
    handler: async ({ actor, params, query }) => {
      const { id } = await findPatientOrKept(db, actor, params.patientID);
      const { rows, totalCount } = await listPatientStudiesPage(db, actor, id, query);
      return { studies: await presentAll(rows), currentOffset: query.offset, totalCount };
    },
  });
};
