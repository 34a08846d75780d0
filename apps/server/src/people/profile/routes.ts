import {
  confirmTOTP,
  getSecondFactors,
  removeTOTP,
  renewRecoveryCodes,
  startTOTP,
} from '@snimok/contract/second-factors';
import type { FastifyRequest } from 'fastify';
import { accountOf } from '../../platform/access/actor.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/sentences.ts';
import { findAccountByID } from '../accounts/accounts.ts';
import { isFactorRequired } from '../second-factors/factors.ts';
import { countRecoveryCodes } from '../second-factors/recovery-codes.ts';
import { findTOTP, startTOTP as startSecret } from '../second-factors/totp-secrets.ts';
import { toBase32, totpURI } from '../second-factors/totp.ts';
import { confirmTOTPOf, removeTOTPOf, renewCodesOf } from './change-factors.ts';
import { confirmOwner } from './confirm.ts';

/** As the authenticator app names the entry. */
const ISSUER = 'Снимок';

/** The own account: its second factors. */
export const profileRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;
  const onRequest = requireEnabled(config, 'mfaEnabled', () => undefined);
  const accountFor = async (request: FastifyRequest) => {
    const account = await findAccountByID(db, accountOf(request.actor));
    if (!account || !request.sessionHash) throw new Problem(401, sentences.signInFirst);
    return { account, sessionHash: request.sessionHash };
  };

  app.route({
    ...getSecondFactors,
    onRequest,
    handler: async (request) => {
      const { account } = await accountFor(request);
      const totp = await findTOTP(db, account.id);
      return {
        required: isFactorRequired(config, account.role),
        totp: totp?.confirmedAt
          ? {
              createdAt: totp.confirmedAt.toISOString(),
              lastUsedAt: totp.lastUsedAt?.toISOString() ?? null,
            }
          : null,
        recoveryCodes: await countRecoveryCodes(db, account.id),
      };
    },
  });

  app.route({
    ...startTOTP,
    onRequest,
    handler: async (request) => {
      const { account } = await accountFor(request);
      if (request.actor.kind !== 'second-factor-due') await confirmOwner(context, account, request.body);
      const secret = await startSecret(context, db, account.id);
      return { secret: toBase32(secret), uri: totpURI(ISSUER, account.email, secret) };
    },
  });

  app.route({
    ...confirmTOTP,
    onRequest,
    handler: async (request) => {
      const { account, sessionHash } = await accountFor(request);
      const change = { accountID: account.id, sessionHash, code: request.body.code };
      return { recoveryCodes: await confirmTOTPOf(context, initiatorOf(request), change) };
    },
  });

  app.route({
    ...removeTOTP,
    onRequest,
    handler: async (request, reply) => {
      const { account } = await accountFor(request);
      await confirmOwner(context, account, request.body);
      await removeTOTPOf(context, initiatorOf(request), account);
      return reply.code(204).send();
    },
  });

  app.route({
    ...renewRecoveryCodes,
    onRequest,
    handler: async (request) => {
      const { account } = await accountFor(request);
      await confirmOwner(context, account, request.body);
      return { recoveryCodes: await renewCodesOf(context, initiatorOf(request), account.id) };
    },
  });
};
