import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { listLastUploads } from '../../platform/audit/program-uploads.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { acceptGrant, declineGrant, findGrant, revokeGrant } from './grants.ts';
import { presentGrant, presentProgram } from './present.ts';
import { findGrantByID, listLiveGrants } from './queries.ts';
import { sentences } from './sentences.ts';

interface ByUserCode {
  userCode: string;
}
interface ByID {
  grantID: number;
}

/** The actions on a grant that the endpoints of assistants and of clients share. */
export const grantDecisions = (context: Context) => {
  const { db, clock } = context;
  const find = ({ actor }: FastifyRequest, { userCode }: ByUserCode) => findGrant(context, actor, userCode);
  const caller = ({ actor, ip, sessionHash }: FastifyRequest) => ({ actor, address: ip, sessionHash });
  const decide =
    (change: typeof acceptGrant) =>
    async (request: FastifyRequest & { params: ByUserCode }, reply: FastifyReply) => {
      const { grant } = await find(request, request.params);
      await change(context, caller(request), grant);
      return reply.code(204).send();
    };
  return {
    async show(request: FastifyRequest & { params: ByUserCode }) {
      const { grant, userCode } = await find(request, request.params);
      return presentGrant(grant, userCode, clock.now());
    },
    accept: decide(acceptGrant),
    decline: decide(declineGrant),
    revoke: decide(revokeGrant),
    async list({ actor, query: { offset } }: FastifyRequest & { query: { offset: number } }) {
      const { rows, totalCount } = await listLiveGrants(db, actor, clock.now(), offset, PAGE_SIZE);
      const uploads = await listLastUploads(
        db,
        rows.map(({ id }) => id),
      );
      const grants = rows.map((row) => ({
        ...presentProgram(row),
        lastUploadAt: uploads.get(row.id)?.toISOString() ?? null,
      }));
      return { grants, currentOffset: offset, totalCount };
    },
    async revokeByID(request: FastifyRequest & { params: ByID }, reply: FastifyReply) {
      const grant = await findGrantByID(db, request.actor, request.params.grantID);
      if (!grant) throw notFound(sentences.noGrant);
      await revokeGrant(context, caller(request), grant);
      return reply.code(204).send();
    },
  };
};
