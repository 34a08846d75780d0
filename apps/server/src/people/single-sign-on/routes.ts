import type { Configuration } from 'openid-client';
import { endSSOSessions, finishSSO, startSSO } from '@snimok/contract/people/single-sign-on';
import { record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound, Problem } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import type { SingleSignOn } from '../../platform/settings/single-sign-on-settings.ts';
import {
  answerSignIn,
  factorRequired,
  forbidCaching,
  signInCallerOf,
} from '../accounts/sign-in/answer-sign-in.ts';
import { endProviderSessions } from '../accounts/sessions/provider-sessions.ts';
import { countAttempt, networkOf } from '../accounts/limits/throttle.ts';
import { exchangeCode, returnURL } from './exchange-code.ts';
import { findIdentity } from './identities.ts';
import { linkRoutes } from './link-routes.ts';
import { readLogoutToken, takeLogoutToken } from './logout-token.ts';
import { loadClient, providerOf } from './provider.ts';
import { attemptCookie, linkCookie } from './sealed-cookies.ts';
import { signInEmployee } from './sign-in-employee.ts';
import { sentences } from './sentences.ts';
import { sentences as ofAccounts } from '../accounts/sentences.ts';

/** Limit for one network in a quarter of an hour, because each request may cause a request to the provider. */
const NETWORK_ATTEMPTS = 300;

/** Single sign-on of employees. 404 without the setting `OIDC_ISSUER`. */
export const singleSignOnRoutes = (app: Routes, context: Context): void => {
  const { config } = context;
  const sso = config.singleSignOn;
  const onFailure = (cause: unknown) =>
    context.log.warn(
      { err: cause },
      'the identity provider did not answer, or sent something that is not valid',
    );
  const getProvider = sso && providerOf(sso, onFailure);
  const requireProvider = async () => {
    if (!getProvider) throw notFound(ofHTTP.noSuchEndpoint);
    return { sso, configuration: await getProvider() };
  };
  const countRequest = async (ip: string) => {
    const limit = { key: `sso:${networkOf(ip)}`, attempts: NETWORK_ATTEMPTS, isDurable: false };
    await countAttempt(context, [limit], ofAccounts.tooManySignIns);
  };

  app.route({
    ...startSSO,
    handler: async (request, reply) => {
      await countRequest(request.ip);
      const { configuration } = await requireProvider();
      const client = await loadClient();
      const codeVerifier = client.randomPKCECodeVerifier();
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier };
      attemptCookie.set(context, request, forbidCaching(reply), attempt);
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnURL(config.publicURL),
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
        // OpenID Connect Core 1.0 §3.1.2.1; with max_age the ID token has auth_time
        ...(request.body?.again && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href };
    },
  });

  app.route({
    ...finishSSO,
    handler: async (request, reply) => {
      await countRequest(request.ip);
      const { sso: settings, configuration } = await requireProvider();
      const attempt = attemptCookie.take(context, request, reply);
      if (!attempt) throw conflict(sentences.ssoStartAgain);
      const expected = { publicURL: config.publicURL, ...attempt };
      const employee = await exchangeCode(configuration, request.body.query, expected, onFailure);
      const by = signInCallerOf(context, request);
      const signedIn = await signInEmployee(context, settings, employee, by);
      switch (signedIn.step) {
        case 'done':
          return answerSignIn(context, request, reply, signedIn);
        case 'second-factor':
          throw factorRequired(context, request, reply, { ...signedIn, by });
        case 'link': {
          const { account, recognised } = signedIn;
          const waiting = { ...recognised, accountID: account.id, since: context.clock.now() };
          linkCookie.set(context, request, forbidCaching(reply), waiting);
          throw new Problem(403, 'link_required', undefined, { email: account.email });
        }
      }
    },
  });

  linkRoutes(app, context);
  logoutRoute(app, context, requireProvider, onFailure);
};

const logoutRoute = (
  app: Routes,
  context: Context,
  requireProvider: () => Promise<{ sso: SingleSignOn; configuration: Configuration }>,
  onFailure: (cause: unknown) => void,
): void => {
  app.route({
    ...endSSOSessions,
    handler: async (request, reply) => {
      const { sso: settings, configuration } = await requireProvider();
      const { clientID } = settings;
      forbidCaching(reply);
      const token = await readLogoutToken(configuration, clientID, request.body.logout_token, onFailure);
      const { issuer, subject, sessionID } = token;
      await context.db.transaction().execute(async (tx) => {
        await takeLogoutToken({ ...context, db: tx }, token);
        const accountID = subject === null ? null : await findIdentity(tx, { issuer, subject });
        if (accountID === undefined) return;
        const by = { actor: { kind: 'portal' as const }, address: request.ip };
        const ended = await endProviderSessions(tx, { issuer, sessionID, accountID });
        for (const doctorID of ended) await record(tx, by, { action: 'staff.end-sessions', doctorID });
      });
      return {};
    },
  });
};
