import {
  ACCESS_EVENTS_SHOWN,
  handToPatient as handOutEndpoint,
  listPatientAccess,
  revokePatientAccess,
} from '@snimok/contract/viewing/patient-access';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf, initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listLetters } from '../../platform/letters/queries.ts';
import { sentences } from '../../platform/http/sentences.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { handToPatient, revokeAccess } from './patient-access.ts';
import { presentAccess } from './present.ts';
import { findPatientLink, listPatientLinks } from './queries.ts';
import { canTextLinks } from './text-link.ts';
import { listShareEvents } from './share-events.ts';

/** The links that assistants and the patient's doctor hand to the patient. */
export const patientAccessRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;

  const studyToHandOut = async (actor: Actor, studyID: number) => {
    if (!config.studyExternalShareEnabled) throw notFound(sentences.noSuchEndpoint);
    const study = await findStudy(db, actor, studyID);
    authorize(actor, 'study.hand-to-patient', study);
    return study;
  };

  app.route({
    ...listPatientAccess,
    handler: async ({ actor, params }) => {
      const study = await studyToHandOut(actor, params.studyID);
      const links = await listPatientLinks(db, study.id);
      const canText = canTextLinks(config);
      if (links.length === 0) return { accesses: [], canText };
      const uuids = links.map(({ uuid }) => uuid);
      const events = await listShareEvents(db, study.id, uuids, ACCESS_EVENTS_SHOWN);
      const ids = links.flatMap(({ letterID }) => letterID ?? []);
      const letters = await listLetters(db, ids);
      const now = clock.now();
      return {
        canText,
        accesses: links.map((link) => presentAccess(link, letters.get(link.letterID ?? 0), { events, now })),
      };
    },
  });

  app.route({
    ...handOutEndpoint,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      const study = await studyToHandOut(actor, params.studyID);
      const creatorID = accountOf(actor);
      const sheet = await handToPatient(context, callerOf(request), study, { ...body, creatorID });
      return reply.code(201).send(sheet);
    },
  });

  app.route({
    ...revokePatientAccess,
    handler: async (request, reply) => {
      const { actor, params } = request;
      const study = await studyToHandOut(actor, params.studyID);
      const link = await findPatientLink(db, study.id, params.shareUUID);
      await revokeAccess(context, initiatorOf(request), study, link);
      return reply.code(204).send();
    },
  });
};
