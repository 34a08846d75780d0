import { getSignInOptions, signInWithPasskey, startPasskeySignIn } from '@snimok/contract/people/auth';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { endOfDemo } from '../../../platform/time-and-sizes/next-night.ts';
import type { Routes } from '../../../platform/http/server.ts';
import { sentences as ofHTTP } from '../../../platform/http/sentences.ts';
import { startChallenge } from '../../second-factors/passkey-challenges.ts';
import { requestOptions } from '../../second-factors/passkey-options.ts';
import { listPasskeys } from '../../second-factors/passkeys.ts';
import { relyingPartyOf } from '../../second-factors/relying-party.ts';
import { answerSignIn, signInCallerOf } from './answer-sign-in.ts';
import { SIGN_IN, signInByPasskey } from './passkey-sign-in.ts';
import { findPasskeyStep } from './second-step.ts';
import { countAttempt, networkOf } from '../limits/throttle.ts';
import { sentences } from '../sentences.ts';

/** Limit for the challenges that one network may request in a quarter of an hour, because each challenge is a row. */
const NETWORK_CHALLENGES = 300;

/**
 * Signing in with a passkey, alone or as the second step. Both are answered with 404 if the portal does not support passkeys
 * (see `relyingPartyOf`).
 */
export const passkeySignInRoutes = (app: Routes, context: Context): void => {
  const party = relyingPartyOf(context.config);
  const requireParty = () => {
    if (!party) throw notFound(ofHTTP.noSuchEndpoint);
    return party;
  };

  app.route({
    ...getSignInOptions,
    handler: () => ({
      passkeyHost: party?.id ?? null,
      ssoName: context.config.singleSignOn?.name ?? null,
      ...endOfDemo(context),
    }),
  });

  app.route({
    ...startPasskeySignIn,
    handler: async (request) => {
      const { mfa_token } = request.body;
      const relyingParty = requireParty();
      const limit = { attempts: NETWORK_CHALLENGES, isDurable: false };
      const key = `passkey-options:${networkOf(request.ip)}`;
      await countAttempt(context, [{ ...limit, key }], sentences.tooManyPasskeys);
      if (mfa_token === undefined)
        return requestOptions(relyingParty, await startChallenge(context, context.db, SIGN_IN));
      const { accountID, use } = await findPasskeyStep(context, mfa_token, signInCallerOf(context, request));
      const challenge = await startChallenge(context, context.db, use);
      return requestOptions(relyingParty, challenge, await listPasskeys(context.db, accountID));
    },
  });

  app.route({
    ...signInWithPasskey,
    handler: async (request, reply) => {
      const by = signInCallerOf(context, request);
      const signedIn = await signInByPasskey(context, requireParty(), request.body, by);
      return answerSignIn(context, request, reply, signedIn);
    },
  });
};
