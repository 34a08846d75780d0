import {
  listReassignments,
  mergePatients,
  movePatient,
  moveStudy,
  previewMerge,
  previewPatientMove,
  previewStudyMove,
  undoReassignment as undoEndpoint,
} from '@snimok/contract/reception/move-and-merge';
import { listMergedInto } from '../../people/patients/merged-patients.ts';
import { assertBirthdayPast } from '../../people/patients/birthday.ts';
import { findPatient } from '../../people/patients/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { presentPreview, presentReassignment } from './preview.ts';
import { listReassignmentsOf } from './queries.ts';
import { reassign } from './reassign.ts';
import { type Change, findSubject } from './subject.ts';
import { undoReassignment } from './undo.ts';

/** Moves of studies and patients, merges of patients, and their undo. */
export const moveAndMergeRoutes = (app: Routes, context: Context): void => {
  previewRoutes(app, context);
  changeRoutes(app, context);
  undoRoutes(app, context);
};

const previewRoutes = (app: Routes, { db, clock }: Context): void => {
  const preview = async (actor: Actor, change: Change) => {
    authorize(actor, 'patient.reassign');
    const now = clock.now();
    return presentPreview(db, await findSubject(db, actor, change, now), now);
  };

  app.route({
    ...previewStudyMove,
    handler: ({ actor, params: { studyID }, body: { patientID } }) =>
      preview(actor, { kind: 'study', studyID, toPatientID: patientID }),
  });

  app.route({
    ...previewPatientMove,
    handler: ({ actor, params: { patientID }, body: { doctorID, keepsAccess } }) =>
      preview(actor, { kind: 'patient', patientID, toDoctorID: doctorID, keepsAccess }),
  });

  app.route({
    ...previewMerge,
    handler: ({ actor, params: { patientID }, body: { mergedID } }) =>
      preview(actor, { kind: 'merge', keptID: patientID, mergedID }),
  });
};

const changeRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...moveStudy,
    handler: async (request) => {
      authorize(request.actor, 'patient.reassign');
      const { patientID, ...decisions } = request.body;
      const change = { kind: 'study' as const, studyID: request.params.studyID, toPatientID: patientID };
      return reassign(context, callerOf(request), change, { ...decisions, facts: null });
    },
  });

  app.route({
    ...movePatient,
    handler: async (request) => {
      authorize(request.actor, 'patient.reassign');
      const { doctorID, keepsAccess, ...decisions } = request.body;
      const { patientID } = request.params;
      const change = { kind: 'patient' as const, patientID, toDoctorID: doctorID, keepsAccess };
      return reassign(context, callerOf(request), change, { ...decisions, facts: null });
    },
  });

  app.route({
    ...mergePatients,
    handler: async (request) => {
      authorize(request.actor, 'patient.reassign');
      const { mergedID, ...decisions } = request.body;
      if (decisions.facts.birthday) assertBirthdayPast(context.clock, decisions.facts.birthday);
      const change = { kind: 'merge' as const, keptID: request.params.patientID, mergedID };
      return reassign(context, callerOf(request), change, decisions);
    },
  });
};

const undoRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...listReassignments,
    handler: async ({ actor, params }) => {
      const { id } = await findPatient(db, actor, params.patientID);
      const rows = await listReassignmentsOf(db, [id, ...(await listMergedInto(db, id))]);
      return { reassignments: rows.map((row) => presentReassignment(row, clock.now())) };
    },
  });

  app.route({
    ...undoEndpoint,
    handler: async (request, reply) => {
      authorize(request.actor, 'patient.reassign');
      await undoReassignment(context, callerOf(request), request.params.reassignmentID);
      return reply.code(204).send();
    },
  });
};
