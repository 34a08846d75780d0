import {
  cancelSegmentation,
  decideSegmentation,
  getSegmentation,
  getSegmentationFile,
  getViewerSegmentation,
  getViewerStructures,
  getViewerSurfaces,
  requestSegmentation,
} from '@snimok/contract/viewing/segmentation-review';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf, initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { cancelRequest, insertRequest } from '../../studies/segmentations/queries.ts';
import { segmentObject } from '../../studies/segmentations/segment-object.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { openObject, VIEW } from '../../studies/studies/study-rows/study-state.ts';
import { viewerSessionOf } from '../online-viewer/sessions/caller.ts';
import { decide } from './decide.ts';
import { sendFile, stateOf } from './read-segmentation.ts';
import { sentences } from './sentences.ts';
import { sentences as ofSegmentations } from '../../studies/segmentations/sentences.ts';

/** The 3D segmentation of a study: its request, state, files and decisions, for signed-in users. */
export const studySegmentationRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;
  viewerRoutes(app, context);

  const findStudyOf = async (actor: Actor, studyID: number) => {
    if (!config.threeDSegEnabled) throw notFound(ofHTTP.noSuchEndpoint);
    authorize(actor, 'study.segment');
    return findStudy(db, actor, studyID);
  };

  app.route({
    ...getSegmentation,
    handler: async ({ actor, params }) => stateOf(db, actor, await findStudyOf(actor, params.studyID)),
  });

  app.route({
    ...requestSegmentation,
    handler: async (request) => {
      const { replaces } = request.query;
      const seen = replaces === undefined || replaces === 'none' ? replaces : new Date(replaces);
      const study = await findStudyOf(request.actor, request.params.studyID);
      const objectID = openObject(study, VIEW);
      if (!STUDY_TYPES[study.type].canBeSegmented) throw conflict(ofSegmentations.segmentationNoVolume);
      const { id: studyID, patientID, doctorID } = study;
      const accountID = accountOf(request.actor);
      await db.transaction().execute(async (tx) => {
        const requested = { objectID, studyID, accountID, requestedAt: clock.now() };
        const run = await insertRequest(tx, requested, seen);
        if (!run) return;
        await enqueue(tx, segmentObject, run, { key: `segment-object:${objectID}` });
        await record(tx, initiatorOf(request), { action: 'study.segment', studyID, patientID, doctorID });
        await publishStudyChange(tx, { studyID, patientID });
      });
      return stateOf(db, request.actor, study);
    },
  });

  app.route({
    ...cancelSegmentation,
    handler: async ({ actor, params }) => {
      const study = await findStudyOf(actor, params.studyID);
      const { id: studyID, patientID, objectID } = study;
      await db.transaction().execute(async (tx) => {
        const isCancelled = objectID && (await cancelRequest(tx, objectID, clock.now()));
        if (!isCancelled) throw conflict(sentences.noSegmentationToCancel);
        await publishStudyChange(tx, { studyID, patientID });
      });
      return stateOf(db, actor, study);
    },
  });

  app.route({
    ...decideSegmentation,
    handler: async (request) => {
      const study = await findStudyOf(request.actor, request.params.studyID);
      await decide(context, callerOf(request), study, request.body);
      return stateOf(db, request.actor, study);
    },
  });

  app.route({
    ...getSegmentationFile,
    handler: async ({ actor, params }, reply) => {
      const { id, objectID } = await findStudyOf(actor, params.studyID);
      reply.header('content-disposition', `attachment; filename="${id}-${params.file}"`);
      return sendFile(context, reply, objectID, params.file);
    },
  });
};

/** What the viewer reads with its ticket. */
const viewerRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...getViewerSegmentation,
    handler: async (request) => stateOf(context.db, request.actor, viewerSessionOf(request).study),
  });

  app.route({
    ...getViewerSurfaces,
    handler: async (request, reply) =>
      sendFile(context, reply, viewerSessionOf(request).study.objectID, 'jaws.glb'),
  });

  app.route({
    ...getViewerStructures,
    handler: async (request, reply) =>
      sendFile(context, reply, viewerSessionOf(request).study.objectID, 'structures.glb'),
  });
};
