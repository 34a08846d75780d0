import { linkSSO, permitSSO } from '@snimok/contract/people/single-sign-on';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, forbidden, notFound, Problem } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { sentences as ofAccess } from '../../platform/access/sentences.ts';
import { answerSignIn, signInCallerOf } from '../accounts/sign-in/answer-sign-in.ts';
import { isOwnSignInSince } from '../accounts/sessions/provider-sessions.ts';
import { findStaffMember } from '../accounts/account-rows/staff-accounts.ts';
import { insertPermit, isBound } from './identities.ts';
import { linkCookie } from './sealed-cookies.ts';
import { linkEmployee } from './sign-in-employee.ts';
import { sentences } from './sentences.ts';

/** Binds an existing account to a person at the provider: by a sign-in to the account, or by an administrator's permission. */
export const linkRoutes = (app: Routes, context: Context): void => {
  const { config, db } = context;

  app.route({
    ...linkSSO,
    handler: async (request, reply) => {
      const { sessionHash } = request;
      if (!sessionHash) throw new Problem(401, ofAccess.signInFirst);
      if (!config.singleSignOn) throw notFound(ofHTTP.noSuchEndpoint);
      const waiting = linkCookie.take(context, request, reply);
      if (!waiting) throw conflict(sentences.ssoStartAgain);
      if (!(await isOwnSignInSince(db, sessionHash, waiting))) throw forbidden(sentences.ssoLinkSignIn);
      const by = signInCallerOf(context, request);
      const linked = await linkEmployee(context, waiting.accountID, waiting, by);
      return answerSignIn(context, request, reply, linked);
    },
  });

  app.route({
    ...permitSSO,
    handler: async (request, reply) => {
      authorize(request.actor, 'staff.manage');
      const { id } = await findStaffMember(context, request.params.accountID);
      if (!config.singleSignOn) throw notFound(ofHTTP.noSuchEndpoint);
      await db.transaction().execute(async (tx) => {
        if (await isBound(tx, id)) throw conflict(sentences.ssoBound);
        await insertPermit(tx, id, context.clock.now());
        await record(tx, initiatorOf(request), { action: 'staff.permit-sso', doctorID: id });
      });
      return reply.code(204).send();
    },
  });
};
