import type { FastifyRequest } from 'fastify';
import { authorize } from '../../../platform/access/rules.ts';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { openAccessAudit } from './audit-access.ts';
import { expireOutdated } from '../../../studies/metadata/queries.ts';
import { openExtractedFiles } from '../files/extracted-files.ts';
import { needsLater } from '../instance-rows/instance-conditions.ts';
import { findFirst, idsOf, type Selection, type Source } from '../instance-rows/instances.ts';
import { openMetadataWait } from '../files/metadata.ts';
import { openPixelParsers } from '../pixels/pixel-parsers.ts';
import { listStudyObjects } from '../instance-rows/queries.ts';
import type { Match } from '../instance-rows/search-terms.ts';
import { sentences } from '../sentences.ts';

/** The study, series or instance in the path of a request. */
interface Target {
  studyUID: string;
  seriesUID?: string;
  instanceUID?: string;
}

/** What all DICOMweb routes of a process share: parser processes, extracted files and the lookup of instances. */
export const openDicomweb = (context: Context) => {
  const pixelReader = { pool: openPixelParsers(context.sandbox), files: openExtractedFiles(context) };
  const waitForMetadata = openMetadataWait(context);

  /** @throws Problem 404 when there is no instance, 503 while the metadata are made */
  const selectFrom = async (source: Source): Promise<Selection> => {
    await waitForMetadata(idsOf(source));
    const first = await findFirst(context, source);
    if (!first) throw notFound(sentences.dicomNotFound);
    return { ...source, first };
  };

  return {
    context,
    selectFrom,
    waitForMetadata,
    pixelReader,
    recordAccess: openAccessAudit(context),

    /**
     * The visible instances of a target. If a search matches attributes that older metadata lack, those are made again.
     * @throws Problem 404 when there is none, 403 without the right to read DICOM, 503 while their metadata are made
     */
    async select(
      request: FastifyRequest,
      { studyUID, ...part }: Target,
      match: Match = {},
    ): Promise<Selection> {
      const { actor } = request;
      const objects = await listStudyObjects(context.db, actor, studyUID);
      if (objects.length === 0) throw notFound(sentences.dicomNotFound);
      authorize(actor, 'study.read-dicom');
      const studyIDs = objects.map(({ studyID }) => studyID);
      request.sentStudies = { action: 'study.read-dicom', studyIDs };
      const source = { objects, ...part };
      if (needsLater(match)) await expireOutdated(context.db, idsOf(source), objects.length);
      return selectFrom(source);
    },

    async close(): Promise<void> {
      pixelReader.pool.close();
      await pixelReader.files.close();
    },
  };
};

export type Dicomweb = ReturnType<typeof openDicomweb>;
