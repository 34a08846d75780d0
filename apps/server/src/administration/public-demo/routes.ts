import { randomUUID } from 'node:crypto';
import { enterDemo, handOutDemoStudy } from '@snimok/contract/administration/public-demo';
import { accountOf, type Actor } from '../../platform/access/actor.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { findFirstAccount } from '../../people/accounts/account-rows/accounts.ts';
import { countAttempt, networkOf } from '../../people/accounts/limits/throttle.ts';
import { endSession, findSessionActor, openSession } from '../../people/accounts/sessions/sessions.ts';
import { answerSignIn, signInCallerOf } from '../../people/accounts/sign-in/answer-sign-in.ts';
import { renewDevice } from '../../people/accounts/sign-in/known-devices.ts';
import { openSessionOf } from '../../people/accounts/sign-in/sign-in.ts';
import { listFirstStudies } from '../../studies/studies/study-rows/queries.ts';
import { handToPatient } from '../../viewing/external-shares/patient-access.ts';
import { sentences } from './sentences.ts';

/** Limit for one network per hour. Each entry adds a row to the tables of sessions and of the history. */
const NETWORK_ENTRIES = 120;

/** How visitors enter a public demonstration (`DEMO=public`). Another portal answers 404. */
export const publicDemoRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;

  /** Throws 404 if the portal is not a public demonstration, and 429 if the network has entered too often. */
  const countEntry = async (ip: string) => {
    if (!config.publicDemo) throw notFound(ofHTTP.noSuchEndpoint);
    const limit = { key: `public-demo:${networkOf(ip)}`, attempts: NETWORK_ENTRIES, windowMs: HOUR_MS };
    await countAttempt(context, [limit], sentences.tooManyEntries);
  };

  const requireAccount = async (role: 'assistant' | 'doctor') => {
    const account = await findFirstAccount(db, role);
    if (!account) throw conflict(sentences.noAccount);
    return account;
  };

  /** Runs `work` with the rights of the demonstration's assistant. */
  const asAssistant = async <Result>(work: (who: Actor) => Promise<Result>): Promise<Result> => {
    const { id } = await requireAccount('assistant');
    const { tokenHash } = await openSession(context, id);
    try {
      return await work(await findSessionActor(context, tokenHash));
    } finally {
      await endSession(db, tokenHash);
    }
  };

  app.route({
    ...enterDemo,
    handler: async (request, reply) => {
      await countEntry(request.ip);
      const account = await requireAccount(request.body.role);
      const by = signInCallerOf(context, request);
      const known = by.devices.find(({ accountID }) => accountID === account.id);
      const session = await openSessionOf(context, account, by, {
        secondFactor: 'none',
        present: async () => true,
      });
      if (!session) throw conflict(sentences.noAccount);
      return answerSignIn(context, request, reply, {
        account,
        session,
        device: renewDevice(account.id, known, clock.now()),
      });
    },
  });

  app.route({
    ...handOutDemoStudy,
    handler: async (request, reply) => {
      await countEntry(request.ip);
      const { shareURL } = await asAssistant(async (who) => {
        const { rows } = await listFirstStudies(db, who, { field: 'createdAt', direction: 'desc' });
        const done = rows.filter(({ status, hasPicture }) => status === 'done' && hasPicture);
        const study = done.find(({ type }) => type === 'cbct') ?? done[0];
        if (!study) throw conflict(sentences.notReady);
        return handToPatient(context, { who, by: initiatorOf(request) }, study, {
          shareUUID: randomUUID(),
          pin: request.body.pin,
          email: null,
          phone: null,
          replaces: null,
          creatorID: accountOf(who),
        });
      });
      return reply.code(201).send({ shareURL });
    },
  });
};
