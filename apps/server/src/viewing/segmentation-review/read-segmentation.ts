import type { getSegmentationFile } from '@snimok/contract/viewing/segmentation-review';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { findSegmentation } from '../../studies/segmentations/queries.ts';
import { listResults } from '../../studies/segmentations/result-queries.ts';
import type { StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { sendBytes } from '../online-viewer/images/send-bytes.ts';
import { forRecipient, presentSegmentation, resultOf } from './present.ts';
import { sentences } from './sentences.ts';

/** The segmentation of a study as this actor sees it. */
export const stateOf = async (
  db: Context['db'],
  actor: Actor,
  study: Pick<StudyRow, 'objectID' | 'doctorID'>,
) => {
  const row = study.objectID ? await findSegmentation(db, study.objectID) : undefined;
  const results = row && may(actor, 'study.see-annotations') ? await listResults(db, row) : [];
  const shown = actor.kind === 'share' ? forRecipient(results) : results;
  return presentSegmentation(row, shown, { decide: may(actor, 'study.decide-segmentation', study) });
};

type FileName = z.output<typeof getSegmentationFile.schema.params>['file'];

export const sendFile = async (
  context: Context,
  reply: FastifyReply,
  objectID: string | null,
  name: FileName,
) => {
  const row = objectID ? await findSegmentation(context.db, objectID) : undefined;
  const result = resultOf(row);
  const range = name === 'structures.glb' ? result?.structures?.file : result?.files[name];
  if (!row?.key || !range) throw notFound(sentences.noSegmentation);
  const type = name.endsWith('.glb') ? 'model/gltf-binary' : 'model/stl';
  return sendBytes(context, reply, type, row.key, { start: range.at, end: range.at + range.length });
};
