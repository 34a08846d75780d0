import type { FastifyInstance } from 'fastify';
import type { Context } from '../platform/context.ts';
import { storageRoutes } from '../platform/outside/storage/opening-and-serving/routes.ts';
import { readPermission } from '../studies/studies/downloads/url-permissions.ts';
import { recordArrivingBytes } from '../studies/uploads/arriving-bytes.ts';
import { hasRight } from '../viewing/transfers/check-rights.ts';
import type { watchTransfers } from '../viewing/transfers/watch-transfers.ts';

/** Serves the URLs of the built-in storage. A signed URL stops working when the right for which it was signed ends. */
export const serveStorage = (
  app: FastifyInstance,
  context: Context,
  transfers: ReturnType<typeof watchTransfers>,
): void => {
  app.register(storageRoutes, {
    store: context.storage,
    verify: context.signer.verify,
    allow: async (permission: string) => {
      const right = readPermission(permission);
      return right !== null && hasRight(context, right);
    },
    watch: (permission: string, cut: () => void) => {
      const right = readPermission(permission);
      return right ? transfers.add(right, cut) : () => undefined;
    },
    received: recordArrivingBytes(context),
    clock: context.clock,
    maxSilenceMs: context.config.transferTimeoutMs,
  });
};
