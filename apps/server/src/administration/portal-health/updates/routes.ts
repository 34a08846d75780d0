import {
  cancelUpdate,
  lookForUpdates,
  type PortalUpdate,
  requestUpdate,
} from '@snimok/contract/administration/portal-updates';
import { countAttempt } from '../../../people/accounts/limits/throttle.ts';
import { authorize } from '../../../platform/access/rules.ts';
import { initiatorOf } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import type { Routes } from '../../../platform/http/server.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { describeResult } from './line.ts';
import { look } from './look.ts';
import { cancelUpdateBy, nextNight, requestUpdateBy, requireUpdatable } from './request-update.ts';
import { updateSentences } from './sentences.ts';
import type { UpdateState } from './state.ts';

const LOOKS_HOURLY = 30;

/** Updates of the portal, for administrators. */
export const portalUpdateRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...requestUpdate,
    handler: async (request, reply) => {
      authorize(request.actor, 'health.see');
      await requestUpdateBy(context, initiatorOf(request), request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...cancelUpdate,
    handler: async (request, reply) => {
      authorize(request.actor, 'health.see');
      await cancelUpdateBy(context, initiatorOf(request));
      return reply.code(204).send();
    },
  });

  app.route({
    ...lookForUpdates,
    handler: async ({ actor }, reply) => {
      authorize(actor, 'health.see');
      const installation = requireUpdatable(context);
      const limit = { key: 'looks-for-updates', attempts: LOOKS_HOURLY, windowMs: HOUR_MS };
      await countAttempt(context, [limit], updateSentences.tooManyLooks);
      if (!(await look(context, installation))) throw conflict(updateSentences.noSource);
      return reply.code(204).send();
    },
  });
};

export const presentUpdate = (context: Context, state: UpdateState): PortalUpdate => {
  const { installation, source, offered, dueAt, step, target, result } = state;
  return {
    installed: installation?.version ?? null,
    offered,
    canLook: source !== undefined && step === null,
    canUpdate: offered !== null && step === null && context.config.scheduledBackups.folder !== undefined,
    dueAt: dueAt?.toISOString() ?? null,
    nightAt: nextNight(context).toISOString(),
    step,
    target,
    result: result && {
      outcome: result.outcome === 'done' || result.outcome === 'unrecorded' ? 'done' : 'failed',
      version: result.version,
      endedAt: result.endedAt.toISOString(),
      sentence: describeResult(context, result),
    },
  };
};
