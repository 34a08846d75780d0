import { getUploadPicture } from '@snimok/contract/studies/uploads';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { sentences } from '../studies/sentences.ts';
import { readPreview } from './upload-rows/preview-queries.ts';
import { findUpload } from './upload-rows/queries.ts';
import { previewPictureKey } from './sending/uploads.ts';

/** The picture of an upload that is not processed yet; afterwards the study has its own. */
export const uploadPictureRoutes = (app: Routes, { db, storage }: Context): void => {
  app.route({
    ...getUploadPicture,
    handler: async ({ actor, params }, reply) => {
      authorize(actor, 'study.see-picture');
      const { uuid, preview } = await findUpload(db, actor, params.uploadUUID);
      if (!readPreview(preview)?.picture) throw notFound(sentences.noPicture);
      const bytes = await storage.read(previewPictureKey(uuid)).catch((cause: unknown) => {
        // removed with the files between the query and the read
        throw cause instanceof ObjectMissing ? notFound(sentences.noPicture) : cause;
      });
      // like the pictures of studies: after the session ends, the cache of a shared PC must not contain it
      return reply
        .header('cache-control', 'private, no-store')
        .type('image/jpeg')
        .serializer((body: unknown) => body as string)
        .send(bytes);
    },
  });
};
