import {
  cancelSegmentation,
  getSegmentation,
  getSegmentationFile,
  getViewerSegmentation,
  getViewerSurfaces,
  requestSegmentation,
} from '@snimok/contract/segmentation';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import type { FastifyReply } from 'fastify';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences } from '../../platform/sentences.ts';
import type { SegmentationFile } from '../../studies/processing/segment-task.ts';
import { segmentObject } from '../../studies/segmentations/segment-object.ts';
import { cancelRequest, findSegmentation, insertRequest } from '../../studies/segmentations/queries.ts';
import { findStudy } from '../../studies/studies/queries.ts';
import { openObject, VIEW } from '../../studies/studies/study-state.ts';
import { viewerSessionOf } from '../viewer/caller.ts';
import { sendBytes } from '../viewer/send-bytes.ts';
import { presentSegmentation, resultOf } from './present.ts';

/** The 3D segmentation of a study: its request, state and files, for signed-in users and in the viewer. */
export const studySegmentationRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;

  const findStudyOf = async (actor: Actor, studyID: number) => {
    if (!config.threeDSegEnabled) throw notFound(sentences.noSuchEndpoint);
    authorize(actor, 'study.segment');
    return findStudy(db, actor, studyID);
  };
  const stateOf = async (objectID: string | null) =>
    presentSegmentation(objectID ? await findSegmentation(db, objectID) : undefined);
  const sendFile = async (reply: FastifyReply, objectID: string | null, name: SegmentationFile) => {
    const row = objectID ? await findSegmentation(db, objectID) : undefined;
    const range = resultOf(row)?.files[name];
    if (!row?.key || !range) throw notFound(sentences.noSegmentation);
    const type = name.endsWith('.glb') ? 'model/gltf-binary' : 'model/stl';
    return sendBytes(context, reply, type, row.key, { start: range.at, end: range.at + range.length });
  };

  app.route({
    ...getSegmentation,
    handler: async ({ actor, params }) => stateOf((await findStudyOf(actor, params.studyID)).objectID),
  });

  app.route({
    ...requestSegmentation,
    handler: async (request) => {
      const { replaces } = request.query;
      const seen = replaces === undefined || replaces === 'none' ? replaces : new Date(replaces);
      const study = await findStudyOf(request.actor, request.params.studyID);
      const objectID = openObject(study, VIEW);
      if (!STUDY_TYPES[study.type].canBeSegmented) throw conflict(sentences.segmentationNoVolume);
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
      return stateOf(objectID);
    },
  });

  app.route({
    ...cancelSegmentation,
    handler: async ({ actor, params }) => {
      const { id: studyID, patientID, objectID } = await findStudyOf(actor, params.studyID);
      await db.transaction().execute(async (tx) => {
        const isCancelled = objectID && (await cancelRequest(tx, objectID, clock.now()));
        if (!isCancelled) throw conflict(sentences.noSegmentationToCancel);
        await publishStudyChange(tx, { studyID, patientID });
      });
      return stateOf(objectID);
    },
  });

  app.route({
    ...getSegmentationFile,
    handler: async ({ actor, params }, reply) => {
      const { id, objectID } = await findStudyOf(actor, params.studyID);
      reply.header('content-disposition', `attachment; filename="${id}-${params.file}"`);
      return sendFile(reply, objectID, params.file);
    },
  });

  app.route({
    ...getViewerSegmentation,
    handler: async (request) => stateOf(viewerSessionOf(request).study.objectID),
  });

  app.route({
    ...getViewerSurfaces,
    handler: async (request, reply) => sendFile(reply, viewerSessionOf(request).study.objectID, 'jaws.glb'),
  });
};
