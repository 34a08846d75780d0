import { PAGE_SIZE } from '@snimok/contract/values/fields';
import * as endpoints from '@snimok/contract/studies/lifecycle';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { patientPatterns } from '../../platform/db/search-words.ts';
import type { Routes } from '../../platform/http/server.ts';
import { countSearch } from '../../people/accounts/limits/reading-limit.ts';
import { findPatient, findPatientToUndelete } from '../../people/patients/queries.ts';
import { findOwnStudy, findStudy, findStudyToUndelete } from '../studies/study-rows/queries.ts';
import { deletePatient, deleteStudy, undeletePatient, undeleteStudy } from './bin.ts';
import { listDeletedPatientsPage, listDeletedStudiesPage } from './bin-queries.ts';
import { presentDeletedPatient, presentDeletedStudy } from './present-bin.ts';
import { restoreStudy } from './restore.ts';
import { archiveStudy } from './archive.ts';

export const lifecycleRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...endpoints.restoreStudy,
    handler: async (request, reply) => {
      const { actor, params } = request;
      const study = await findStudy(db, actor, params.studyID);
      authorize(actor, 'study.restore', study);
      await restoreStudy(context, initiatorOf(request), study);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.restoreOwnStudy,
    handler: async (request, reply) => {
      const { actor, params } = request;
      const study = await findOwnStudy(db, actor, params);
      authorize(actor, 'study.restore', study);
      await restoreStudy(context, initiatorOf(request), study);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.deleteStudy,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'study.delete');
      const study = await findStudy(db, actor, params.studyID);
      await deleteStudy(context, initiatorOf(request), study);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.undeleteStudy,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'study.delete');
      const study = await findStudyToUndelete(db, actor, params.studyID);
      await undeleteStudy(context, initiatorOf(request), study);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.deletePatient,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'patient.delete');
      const patient = await findPatient(db, actor, params.patientID);
      await deletePatient(context, initiatorOf(request), patient);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.undeletePatient,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'patient.delete');
      const patient = await findPatientToUndelete(db, actor, params.patientID);
      await undeletePatient(context, initiatorOf(request), patient);
      return reply.code(204).send();
    },
  });

  archiveRoutes(app, context);
  binRoutes(app, context);
};

const archiveRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...endpoints.archiveStudy,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'study.archive');
      const study = await findStudy(context.db, actor, params.studyID);
      await archiveStudy(context, initiatorOf(request), study);
      return reply.code(204).send();
    },
  });
};

/** Routes for deleted studies and patients, which can be restored. */
const binRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...endpoints.listDeletedStudies,
    handler: async ({ actor, query: { query, offset } }) => {
      authorize(actor, 'study.delete');
      if (query) await countSearch(context, actor);
      const list = { patterns: patientPatterns(query), now: clock.now(), offset, limit: PAGE_SIZE };
      const { rows, totalCount } = await listDeletedStudiesPage(db, actor, list);
      return { studies: rows.map(presentDeletedStudy), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...endpoints.listDeletedPatients,
    handler: async ({ actor, query: { query, offset } }) => {
      authorize(actor, 'patient.delete');
      if (query) await countSearch(context, actor);
      const list = { patterns: patientPatterns(query), now: clock.now(), offset, limit: PAGE_SIZE };
      const { rows, totalCount } = await listDeletedPatientsPage(db, actor, list);
      return { patients: rows.map(presentDeletedPatient), currentOffset: offset, totalCount };
    },
  });
};
