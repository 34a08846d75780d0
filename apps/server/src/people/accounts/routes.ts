import {
  choosePassword,
  completeSignIn,
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
  TokenResponse,
  type TokenRequest,
} from '@snimok/contract/people/auth';
import type { ProgramToken } from '@snimok/contract/people/program-access';
import type { z } from 'zod';
import { accountOf } from '../../platform/access/actor.ts';
import { type Initiator, initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { invalid, Problem } from '../../platform/errors/errors.ts';
import { sentences } from '../../platform/access/sentences.ts';
import { clearSessionCookie } from '../../platform/http/openapi/cookie.ts';
import type { Routes } from '../../platform/http/server.ts';
import { answerSignIn, factorRequired, forbidCaching, signInCallerOf } from './sign-in/answer-sign-in.ts';
import { chooseOwnPassword } from './password-change/choose-password.ts';
import { cookieOptions } from './sign-in/cookie-options.ts';
import { devicesOf, setDeviceCookie } from './sign-in/device-cookies.ts';
import { renewDevice } from './sign-in/known-devices.ts';
import { passkeySignInRoutes } from './sign-in/passkey-routes.ts';
import { requestReset, resetPasswordWith } from './password-change/password-reset.ts';
import { endSession } from './sessions/sessions.ts';
import { finishSignIn } from './sign-in/second-step.ts';
import { readBasic, signInWith } from './sign-in/sign-in.ts';

/** Issues a token for a further `grant_type` of the token endpoint (RFC 6749 §4), such as the upload program's. */
type OtherGrant = (
  context: Context,
  by: Initiator,
  request: z.output<typeof TokenRequest>,
) => Promise<z.infer<typeof ProgramToken>>;

export const accountRoutes = (
  app: Routes,
  context: Context,
  otherGrants: Record<string, OtherGrant>,
): void => {
  const { db } = context;

  signInRoute(app, context, otherGrants);
  passkeySignInRoutes(app, context);

  app.route({
    ...choosePassword,
    handler: async (request, reply) => {
      if (!request.sessionHash) throw new Problem(401, sentences.signInFirst);
      const session = { accountID: accountOf(request.actor), sessionHash: request.sessionHash };
      await chooseOwnPassword(context, initiatorOf(request), session, request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...signOut,
    handler: async (request, reply) => {
      const { sessionHash } = request;
      if (sessionHash) {
        await db.transaction().execute(async (tx) => {
          await endSession(tx, sessionHash);
          await record(tx, initiatorOf(request), { action: 'account.sign-out' });
        });
      }
      clearSessionCookie(reply, cookieOptions(context, request));
      return reply.code(204).send();
    },
  });

  app.route({
    ...requestPasswordReset,
    handler: async (request, reply) => {
      await requestReset(context, request.body.email, request.ip, devicesOf(context, request));
      return reply.code(204).send();
    },
  });

  app.route({
    ...resetPassword,
    handler: async (request, reply) => {
      const accountID = await resetPasswordWith(context, initiatorOf(request), request.body);
      // makes the browser a known device: the new password must work at once, even while others try to guess the old one
      setDeviceCookie(context, request, reply, renewDevice(accountID, undefined, context.clock.now()));
      return reply.code(204).send();
    },
  });
};

const signInRoute = (app: Routes, context: Context, otherGrants: Record<string, OtherGrant>): void => {
  app.route({
    ...signIn,
    schema: { ...signIn.schema, response: { 200: TokenResponse } },
    handler: async (request, reply) => {
      const grantType = request.body?.grant_type ?? '';
      const otherGrant = Object.hasOwn(otherGrants, grantType) && otherGrants[grantType];
      if (otherGrant) {
        forbidCaching(reply);
        return otherGrant(context, initiatorOf(request), request.body ?? {});
      }
      const credentials = readBasic(request.headers.authorization);
      if (!credentials || grantType !== 'client_credentials') throw invalid('invalid_request');
      const by = signInCallerOf(context, request);
      const signedIn = await signInWith(context, credentials, by);
      if (signedIn.session) return answerSignIn(context, request, reply, signedIn);
      throw factorRequired(context, request, reply, { ...signedIn, by });
    },
  });

  app.route({
    ...completeSignIn,
    handler: async (request, reply) => {
      const by = signInCallerOf(context, request);
      return answerSignIn(context, request, reply, await finishSignIn(context, request.body, by));
    },
  });
};
