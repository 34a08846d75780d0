import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { forbidden } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

/**
 * The calls that a visitor of a public demonstration must not make, by method and path. Accounts are shared by all visitors, so
 * none may change how they sign in. No visitor may change texts that every visitor sees on the first screen. The portal must
 * not send anything to an address that a visitor chooses.
 */
const LOCKED = [
  /^(POST|PUT|DELETE) \/account\/(password|passkeys|totp|recovery-codes|phone|sessions|push-devices)/,
  /^(POST|PUT) \/auth\/(password|invitation)/,
  /^(POST|PUT|PATCH|DELETE) \/assistant\/(staff|suspensions|portal-settings|portal-health\/updates|integrations|archive-imports|erasures)/,
  /^(PUT|PATCH) \/assistant\/doctors\//,
  /^(POST|PUT|DELETE) \/doctor\/people/,
  /^POST \/assistant\/adv$/,
  /^PUT \/assistant\/identity$/,
];

/** Refuses these calls with 403 if the portal is a public demonstration. */
export const lockCalls = (api: FastifyInstance, { config }: Pick<Context, 'config'>): void => {
  if (!config.publicDemo) return;
  api.addHook('onRequest', async ({ method, routeOptions }) => {
    const path = (routeOptions.url ?? '').replace(/^\/api\/1/, '');
    if (LOCKED.some((call) => call.test(`${method} ${path}`))) throw forbidden(sentences.locked);
  });
};
