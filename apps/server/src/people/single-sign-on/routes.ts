import { endSSOSessions, finishSSO, startSSO } from '@snimok/contract/single-sign-on';
import { record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/sentences.ts';
import { answerSignIn, forbidCaching, signInCallerOf } from '../accounts/answer-sign-in.ts';
import { endProviderSessions } from '../accounts/sessions.ts';
import { countAttempt, networkOf } from '../accounts/throttle.ts';
import { setAttempt, takeAttempt } from './attempt-cookie.ts';
import { exchangeCode, returnURL } from './exchange-code.ts';
import { findIdentity } from './identities.ts';
import { readLogoutToken, takeLogoutToken } from './logout-token.ts';
import { loadClient, providerOf } from './provider.ts';
import { signInEmployee } from './sign-in-employee.ts';

/** Requests of one network in a quarter of an hour; each may cost one of the provider. */
const NETWORK_ATTEMPTS = 300;

/** Single sign-on of employees. 404 without the setting `OIDC_ISSUER`. */
export const singleSignOnRoutes = (app: Routes, context: Context): void => {
  const { config, db } = context;
  const sso = config.singleSignOn;
  const onFailure = (cause: unknown) =>
    context.log.warn({ err: cause }, 'the identity provider did not confirm a request');
  const getProvider = sso && providerOf(sso, onFailure);
  const requireProvider = async () => {
    if (!getProvider) throw notFound(sentences.noSuchEndpoint);
    return { sso, configuration: await getProvider() };
  };
  const countRequest = async (ip: string) => {
    const limit = { key: `sso:${networkOf(ip)}`, attempts: NETWORK_ATTEMPTS, isDurable: false };
    await countAttempt(context, [limit], sentences.tooManySignIns);
  };

  app.route({
    ...startSSO,
    handler: async (request, reply) => {
      await countRequest(request.ip);
      const { configuration } = await requireProvider();
      const client = await loadClient();
      const codeVerifier = client.randomPKCECodeVerifier();
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier };
      setAttempt(context, request, forbidCaching(reply), attempt);
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnURL(config.publicURL),
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...{ state: attempt.state, nonce: attempt.nonce },
      });
      return { url: url.href };
    },
  });

  app.route({
    ...finishSSO,
    handler: async (request, reply) => {
      await countRequest(request.ip);
      const { sso: settings, configuration } = await requireProvider();
      const attempt = takeAttempt(context, request, reply);
      if (!attempt) throw conflict(sentences.ssoStartAgain);
      const expected = { publicURL: config.publicURL, ...attempt };
      const employee = await exchangeCode(configuration, request.body.query, expected, onFailure);
      const by = signInCallerOf(context, request);
      return answerSignIn(context, request, reply, await signInEmployee(context, settings, employee, by));
    },
  });

  app.route({
    ...endSSOSessions,
    handler: async (request, reply) => {
      const { sso: settings, configuration } = await requireProvider();
      const { clientID } = settings;
      forbidCaching(reply);
      const token = await readLogoutToken(configuration, clientID, request.body.logout_token, onFailure);
      const { issuer, subject, sessionID } = token;
      await db.transaction().execute(async (tx) => {
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
