import {
  correctArch,
  findArchAgain,
  getPanorama,
  getPanoramaValues,
} from '@snimok/contract/studies/panorama';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences as ofStudies } from '../studies/sentences.ts';
import { findPanorama } from '../objects/panorama-queries.ts';
import { openPicture } from '../objects/open-picture.ts';
import { findStudy } from '../studies/study-rows/queries.ts';
import { correctArchOf, findArchAgainOf } from './correct-arch.ts';
import { presentPanorama } from './present.ts';
import { sentences } from './sentences.ts';

export const panoramaRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  const findVolume = async (who: Actor, studyID: number) => {
    const study = await findStudy(db, who, studyID);
    if (!STUDY_TYPES[study.type].canHavePanorama) throw conflict(sentences.noVolumeForArch);
    return study;
  };
  const present = async (who: Actor, objectID: string | null) =>
    presentPanorama(who, objectID ? await findPanorama(db, objectID) : undefined);

  app.route({
    ...getPanorama,
    handler: async ({ actor, params }) => {
      const { objectID } = await findVolume(actor, params.studyID);
      return present(actor, objectID);
    },
  });

  app.route({
    ...correctArch,
    handler: async (request) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.correct-arch');
      const study = await findVolume(actor, params.studyID);
      await correctArchOf(context, { ...initiatorOf(request), accountID: accountOf(actor) }, study, body);
      return present(actor, study.objectID);
    },
  });

  app.route({
    ...findArchAgain,
    handler: async (request) => {
      const { actor, params } = request;
      authorize(actor, 'study.correct-arch');
      const study = await findVolume(actor, params.studyID);
      await findArchAgainOf(context, initiatorOf(request), study);
      return present(actor, study.objectID);
    },
  });

  app.route({
    ...getPanoramaValues,
    handler: async ({ actor, params }, reply) => {
      const { objectID } = await findVolume(actor, params.studyID);
      const values = objectID && (await openPicture(context, objectID, 'values'));
      if (!values) throw notFound(ofStudies.noPicture);
      return reply.type('image/png').send(values.bytes);
    },
  });
};
