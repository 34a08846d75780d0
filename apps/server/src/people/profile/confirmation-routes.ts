import {
  ConfirmationMethod,
  confirmSession,
  getConfirmation,
  startConfirmationPasskey,
} from '@snimok/contract/people/confirmation';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import type { Account } from '../accounts/account-rows/accounts.ts';
import { isProviderSession } from '../accounts/sessions/own-sessions.ts';
import { markConfirmed } from '../accounts/sessions/sessions.ts';
import { listMethods } from '../second-factors/factors.ts';
import { relyingPartyOf } from '../second-factors/relying-party.ts';
import { confirmByFactor, startConfirmation } from './confirm-by-factor.ts';
import { confirmOwner } from './confirm.ts';
import { findOwnAccount } from './own-account.ts';
import { sentences } from './sentences.ts';

interface Owner {
  account: Account;
  sessionHash: Buffer;
}

/** What a passkey's challenge is for. */
const actOf = ({ account, sessionHash }: Owner) => ({ accountID: account.id, sessionHash, what: 'session' });

/** The confirmation that the guard asks for at endpoints whose `access` is `confirmed`. */
export const confirmationRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;

  app.route({
    ...getConfirmation,
    handler: async (request) => {
      const { account, sessionHash } = await findOwnAccount(context, request);
      const factors = await listMethods(db, config, account.id);
      const isSSO = config.singleSignOn !== null && (await isProviderSession(db, sessionHash));
      return {
        methods: ConfirmationMethod.options.filter((way) =>
          way === 'password' ? !isSSO : factors.includes(way),
        ),
        passkeyHost: relyingPartyOf(config)?.id ?? null,
        ssoName: isSSO ? (config.singleSignOn?.name ?? null) : null,
      };
    },
  });

  app.route({
    ...confirmSession,
    handler: async (request, reply) => {
      await confirm(context, await findOwnAccount(context, request), request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...startConfirmationPasskey,
    handler: async (request) => {
      const options = await startConfirmation(context, actOf(await findOwnAccount(context, request)));
      if (!options) throw notFound(ofHTTP.noSuchEndpoint);
      return options;
    },
  });
};

/** Throws 400 if nothing was presented or the account has no such factor, 403 if it is wrong, 429 after too many. */
const confirm = async (
  context: Context,
  owner: Owner,
  { method, password, code, passkey }: BodyOf<typeof confirmSession>,
): Promise<void> => {
  const { db, config, clock } = context;
  if (method === 'password') return confirmOwner(context, owner, { password });
  if (!(await listMethods(db, config, owner.account.id)).includes(method))
    throw invalid(sentences.confirmationMissing);
  await confirmByFactor(context, actOf(owner), { method, code, passkey }, sentences.confirmationMissing);
  await markConfirmed(db, owner.sessionHash, clock.now());
};
