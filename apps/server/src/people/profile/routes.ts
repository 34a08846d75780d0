import {
  changeName,
  changePassword,
  chooseLetters,
  getDraftKeys,
  getProfile,
  LETTER_KINDS,
} from '@snimok/contract/people/profile';
import {
  confirmTOTP,
  getSecondFactors,
  removeTOTP,
  renewRecoveryCodes,
  startTOTP,
} from '@snimok/contract/people/second-factors';
import { accountOf } from '../../platform/access/actor.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { macsOf } from '../../platform/secrets/key-ring.ts';
import { publishCountersChange } from '../../platform/realtime/publish-changes.ts';
import {
  letterKindsOf,
  setAccountName,
  setDeclinedLetters,
} from '../accounts/account-rows/letter-choices.ts';
import { isFactorRequired } from '../second-factors/factors.ts';
import { countRecoveryCodes } from '../second-factors/recovery-codes.ts';
import { findTOTP, startTOTP as startSecret } from '../second-factors/totp-secrets.ts';
import { toBase32, totpURI } from '../second-factors/totp.ts';
import { confirmTOTPOf, removeTOTPOf, renewCodesOf } from './change-factors.ts';
import { changeOwnPassword } from './change-password.ts';
import { confirmOwner } from './confirm.ts';
import { confirmationRoutes } from './confirmation-routes.ts';
import { findOwnAccount } from './own-account.ts';
import { passkeyRoutes, presentPasskeys } from './passkey-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** Assistants get letters about signing in only. */
const STAFF_LETTER_KINDS = ['sign-ins'] as const;

/** The name of the entry in the authenticator app. */
const ISSUER = 'Снимок';

/** The own account: its password, second factors and sessions. */
export const profileRoutes = (app: Routes, context: Context): void => {
  const { config, db, secrets } = context;

  app.route({
    ...getDraftKeys,
    handler: async ({ actor }) => {
      const keys = macsOf(secrets.drafts, `account:${accountOf(actor)}`);
      return { keys: keys.map((key) => key.toString('hex')) };
    },
  });

  app.route({
    ...getProfile,
    handler: async (request) => {
      const { name, email, declinedLetters } = (await findOwnAccount(context, request)).account;
      const kinds = request.actor.kind === 'doctor' ? letterKindsOf(request.actor.role) : STAFF_LETTER_KINDS;
      const letters = kinds.map((kind) => ({ kind, wanted: !declinedLetters.includes(kind) }));
      return { name, email, mfaEnabled: config.mfaEnabled, letters };
    },
  });

  app.route({
    ...changeName,
    handler: async (request, reply) => {
      const { account } = await findOwnAccount(context, request);
      await db.transaction().execute(async (tx) => {
        await setAccountName(tx, account.id, request.body.name);
        await record(tx, initiatorOf(request), { action: 'account.change-name' });
        await publishCountersChange(tx, ['assistants']);
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...chooseLetters,
    handler: async (request, reply) => {
      const { account } = await findOwnAccount(context, request);
      const declined = LETTER_KINDS.filter((kind) => request.body.declined.includes(kind));
      await db.transaction().execute(async (tx) => {
        await setDeclinedLetters(tx, account.id, declined);
        const details = { declined: declined.join(' ') };
        await record(tx, initiatorOf(request), { action: 'account.choose-letters', details });
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...changePassword,
    handler: async (request, reply) => {
      const owner = await findOwnAccount(context, request);
      await changeOwnPassword(context, initiatorOf(request), owner, request.body);
      return reply.code(204).send();
    },
  });

  secondFactorRoutes(app, context);
  passkeyRoutes(app, context);
  confirmationRoutes(app, context);
  sessionRoutes(app, context);
};

const secondFactorRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;
  const onRequest = requireEnabled(config, 'mfaEnabled', () => undefined);

  app.route({
    ...getSecondFactors,
    onRequest,
    handler: async (request) => {
      const { account } = await findOwnAccount(context, request);
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
        ...(await presentPasskeys(context, account.id)),
      };
    },
  });

  app.route({
    ...startTOTP,
    onRequest,
    handler: async (request) => {
      const owner = await findOwnAccount(context, request);
      const { account } = owner;
      if (request.actor.kind !== 'second-factor-due') await confirmOwner(context, owner, request.body);
      const secret = await startSecret(context, db, account.id);
      return { secret: toBase32(secret), uri: totpURI(ISSUER, account.email, secret) };
    },
  });

  app.route({
    ...confirmTOTP,
    onRequest,
    handler: async (request) => {
      const { account, sessionHash } = await findOwnAccount(context, request);
      const change = { accountID: account.id, sessionHash, code: request.body.code };
      return { recoveryCodes: await confirmTOTPOf(context, initiatorOf(request), change) };
    },
  });

  app.route({
    ...removeTOTP,
    onRequest,
    handler: async (request, reply) => {
      const owner = await findOwnAccount(context, request);
      await confirmOwner(context, owner, request.body);
      await removeTOTPOf(context, initiatorOf(request), owner.account);
      return reply.code(204).send();
    },
  });

  app.route({
    ...renewRecoveryCodes,
    onRequest,
    handler: async (request) => {
      const owner = await findOwnAccount(context, request);
      await confirmOwner(context, owner, request.body);
      return { recoveryCodes: await renewCodesOf(context, initiatorOf(request), owner.account.id) };
    },
  });
};
