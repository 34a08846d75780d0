import { getAdvert, getBanner, updateBanner } from '@snimok/contract/messaging/banner';
import type { FastifyReply } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { cleanPicture } from './picture.ts';
import * as queries from './queries.ts';
import { encodedText } from './sanitise.ts';

export const bannerRoutes = (app: Routes, { db }: Context): void => {
  app.route({
    ...getBanner,
    handler: async ({ actor }) => {
      authorize(actor, 'banner.change');
      return queries.findBanner(db);
    },
  });

  app.route({
    ...updateBanner,
    handler: async (request, reply) => {
      const { actor, body } = request;
      authorize(actor, 'banner.change');
      const text = encodedText(body.text);
      const image = body.image === null ? null : cleanPicture(body.image);
      await db.transaction().execute(async (tx) => {
        await queries.updateBanner(tx, { text, image });
        const details = { withText: text !== '', withImage: image !== null };
        await record(tx, initiatorOf(request), { action: 'banner.change', details });
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...getAdvert,
    handler: async (request, reply) => {
      authorize(request.actor, 'banner.see');
      // every page shows the banner, which may be megabytes and rarely changes, so the browser caches and revalidates it
      reply.header('cache-control', 'private, no-cache');
      if (request.headers['if-none-match'] === etagOf(await queries.findBannerVersion(db)))
        return (reply as FastifyReply).code(304).send();
      const { version, ...banner } = await queries.findBanner(db);
      return reply.header('etag', etagOf(version)).send(banner);
    },
  });
};

const etagOf = (version: number) => `"banner-${version}"`;
