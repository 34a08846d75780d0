import { createKeyImage, deleteKeyImage, listKeyImages } from '@snimok/contract/viewing/key-images';
import { accountOf } from '../../../platform/access/actor.ts';
import { authorize, may } from '../../../platform/access/rules.ts';
import { initiatorOf } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import type { Routes } from '../../../platform/http/server.ts';
import { viewerSessionOf } from '../sessions/caller.ts';
import { addKeyImage, listKeyImagesOf, removeKeyImage } from './key-images.ts';
import { sentences } from '../sentences.ts';

export const keyImageRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...listKeyImages,
    handler: async (request) => {
      const { study } = viewerSessionOf(request);
      if (!may(request.actor, 'study.see-annotations')) return { keyImages: [] };
      const accountID = may(request.actor, 'study.annotate') ? accountOf(request.actor) : null;
      return { keyImages: await listKeyImagesOf(db, study, accountID) };
    },
  });

  app.route({
    ...createKeyImage,
    handler: async (request, reply) => {
      const { study } = viewerSessionOf(request);
      authorize(request.actor, 'study.annotate');
      const accountID = accountOf(request.actor);
      const added = await addKeyImage(context, initiatorOf(request), study, accountID, request.body);
      const keyImages = await listKeyImagesOf(db, study, accountID);
      const keyImage = keyImages.find(({ keyImageUUID }) => keyImageUUID === added);
      if (!keyImage) throw notFound(sentences.noKeyImage);
      return reply.code(201).send(keyImage);
    },
  });

  app.route({
    ...deleteKeyImage,
    handler: async (request, reply) => {
      const { study } = viewerSessionOf(request);
      authorize(request.actor, 'study.annotate');
      const { keyImageUUID } = request.params;
      await removeKeyImage(context, initiatorOf(request), study, accountOf(request.actor), keyImageUUID);
      return reply.code(204).send();
    },
  });
};
