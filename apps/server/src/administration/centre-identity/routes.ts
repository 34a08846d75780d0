import { getIdentity, getLogo, updateIdentity } from '@snimok/contract/administration/centre-identity';
import type { FastifyReply } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import {
  findIdentity,
  findPublishedIdentity,
  hashOf,
  isUpdated,
  updateIdentity as replaceIdentity,
} from '../../platform/letterhead/letterhead.ts';
import { cleanLogo } from './logo.ts';
import { sentences } from './sentences.ts';

/** Everybody reads the identity: the sign-in page and the pages of external shares show it. */
export const centreIdentityRoutes = (app: Routes, { db, sandbox }: Context): void => {
  app.route({
    ...getIdentity,
    handler: async (request, reply) => {
      const { logoHash, ...identity } = await findPublishedIdentity(db);
      const answer = { ...identity, logo: logoHash && `/api/1/identity/logo?v=${logoHash}` };
      const etag = `"${hashOf(JSON.stringify(answer))}"`;
      reply.header('cache-control', 'public, no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return (reply as FastifyReply).code(304).send();
      return answer;
    },
  });

  app.route({
    ...getLogo,
    handler: async (request, reply) => {
      const { logo } = await findIdentity(db);
      if (!logo) throw notFound(sentences.noLogo);
      const hash = hashOf(logo.bytes);
      const etag = `"${hash}"`;
      const isCurrent = request.query.v === hash;
      reply
        .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, no-cache')
        .header('etag', etag);
      if (request.headers['if-none-match'] === etag) return (reply as FastifyReply).code(304).send();
      return reply.type(logo.type).send(logo.bytes);
    },
  });

  app.route({
    ...updateIdentity,
    handler: async (request, reply) => {
      authorize(request.actor, 'identity.change');
      const { version, logo: dataURL, ...contacts } = request.body;
      const logo = typeof dataURL === 'string' ? await cleanLogo(sandbox, dataURL) : dataURL;
      await db.transaction().execute(async (tx) => {
        if (!(await replaceIdentity(tx, version, { ...contacts, logo }))) {
          if (await isUpdated(tx, version, { ...contacts, logo })) return;
          throw conflict(sentences.identityChanged);
        }
        const details = { withLogo: logo === undefined ? 'same' : logo !== null };
        await record(tx, initiatorOf(request), { action: 'identity.change', details });
      });
      return reply.code(204).send();
    },
  });
};
