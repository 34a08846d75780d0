import { addPasskey, removePasskey, startPasskey } from '@snimok/contract/people/second-factors';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/http/sentences.ts';
import { listPasskeys } from '../second-factors/passkeys.ts';
import { relyingPartyOf } from '../second-factors/relying-party.ts';
import { addPasskeyOf, removePasskeyOf, startPasskeyOf } from './change-passkeys.ts';
import { confirmOwner } from './confirm.ts';
import { describeBrowser } from '../accounts/sign-in/describe-browser.ts';
import { findOwnAccount } from './own-account.ts';

export const presentPasskeys = async ({ db, config }: Context, accountID: number) => ({
  passkeys: (await listPasskeys(db, accountID)).map(({ passkeyUUID, name, createdAt, lastUsedAt }) => ({
    passkeyUUID,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  })),
  passkeyHost: relyingPartyOf(config)?.id ?? null,
});

/** The name for a passkey to which its owner gave none. */
const nameOf = (userAgent: string | undefined): string => {
  const { browser, system } = describeBrowser(userAgent ?? null);
  return [browser, system].filter(Boolean).join(', ') || 'Ключ доступа';
};

/** The passkeys of the own account. */
export const passkeyRoutes = (app: Routes, context: Context): void => {
  const party = relyingPartyOf(context.config);
  const requireParty = () => {
    if (!party) throw notFound(sentences.noSuchEndpoint);
    return party;
  };
  const onRequest = requireEnabled(context.config, 'mfaEnabled', () => undefined);

  app.route({
    ...startPasskey,
    onRequest,
    handler: async (request) => {
      const owner = await findOwnAccount(context, request);
      if (request.actor.kind !== 'second-factor-due') await confirmOwner(context, owner, request.body);
      return startPasskeyOf(context, requireParty(), owner);
    },
  });

  app.route({
    ...addPasskey,
    onRequest,
    handler: async (request) => {
      const owner = await findOwnAccount(context, request);
      const { name, credential } = request.body;
      const passkey = { name: name || nameOf(request.headers['user-agent']), credential };
      const by = initiatorOf(request);
      return { recoveryCodes: await addPasskeyOf(context, by, requireParty(), owner, passkey) };
    },
  });

  app.route({
    ...removePasskey,
    onRequest,
    handler: async (request, reply) => {
      const owner = await findOwnAccount(context, request);
      await confirmOwner(context, owner, request.body);
      await removePasskeyOf(context, initiatorOf(request), owner.account, request.params.passkeyUUID);
      return reply.code(204).send();
    },
  });
};
