import type { FastifyRequest } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { openAccessAudit } from './audit-access.ts';
import { openExtractedFiles } from './extracted-files.ts';
import { createInstanceLoader } from './instances.ts';
import { openParserPool } from './parser-pool.ts';
import { listStudyObjects } from './queries.ts';

/** The study, series or instance in the path of a request. */
interface Target {
  studyUID: string;
  seriesUID?: string;
  instanceUID?: string;
}

/** What all DICOMweb routes of a process share: parser processes, caches and the lookup of instances. */
export const openDicomweb = (context: Context) => {
  const pixelReader = { pool: openParserPool(), files: openExtractedFiles(context) };
  const loadInstances = createInstanceLoader(context, pixelReader.pool);

  return {
    context,
    pixelReader,
    recordAccess: openAccessAudit(context),

    /**
     * The visible instances of a target, at least one.
     * @throws Problem 404 when there is none, 403 without the right to read DICOM
     */
    async findInstances({ actor }: FastifyRequest, { studyUID, seriesUID, instanceUID }: Target) {
      const objects = await listStudyObjects(context.db, actor, studyUID);
      if (objects.length === 0) throw notFound(sentences.dicomNotFound);
      authorize(actor, 'study.read-dicom');
      const instances = (await loadInstances(objects)).filter(
        ({ seriesInstanceUID, sopInstanceUID }) =>
          (seriesUID === undefined || seriesInstanceUID === seriesUID) &&
          (instanceUID === undefined || sopInstanceUID === instanceUID),
      );
      const [first] = instances;
      if (!first) throw notFound(sentences.dicomNotFound);
      return { instances, first };
    },

    async close(): Promise<void> {
      pixelReader.pool.close();
      await pixelReader.files.close();
    },
  };
};

export type Dicomweb = ReturnType<typeof openDicomweb>;
