import { getStudyPicture } from '@snimok/contract/studies/studies';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from './sentences.ts';
import { openPicture } from '../objects/open-picture.ts';
import { subjectOf } from './study-rows/audit-subject.ts';
import { findStudy } from './study-rows/queries.ts';

export const studyPictureRoutes = (app: Routes, context: Context): void => {
  const { db, auditBuffer } = context;

  app.route({
    ...getStudyPicture,
    handler: async (request, reply) => {
      const { actor, params } = request;
      const { size } = request.query;
      authorize(actor, 'study.see-picture');
      const study = await findStudy(db, actor, params.studyID);
      const picture = study.objectID && (await openPicture(context, study.objectID, size));
      if (!picture) throw notFound(sentences.noPicture);
      // only the full picture is audited: the small one appears on every card of a list
      if (size === 'full')
        auditBuffer.add(initiatorOf(request), { action: 'study.view', ...subjectOf(study) });
      // `no-store`: after the session ends, the cache of a shared PC must not contain the picture
      return reply
        .header('cache-control', 'private, no-store')
        .type('image/jpeg')
        .serializer((body: unknown) => body as string)
        .send(picture.bytes);
    },
  });
};
