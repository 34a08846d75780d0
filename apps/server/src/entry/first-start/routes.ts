import {
  answerFirstStart,
  confirmAdministratorTOTP,
  createAdministrator,
  finishFirstStart,
  nameCentre,
  readFirstStart,
  sendFirstLetter,
  startAdministratorTOTP,
} from '@snimok/contract/administration/first-start';
import { sendTestLetterTo } from '../../administration/portal-settings/test-letter.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { findContacts } from '../../platform/letterhead/letterhead.ts';
import { answerStep, finish, saveCentreName } from './answers.ts';
import { confirmFactor, makeAdministrator, requireAdministrator, startFactor } from './administrator.ts';
import { requireToken } from './require-token.ts';
import { findFirstStart, stepsOf } from './state.ts';

/** The first start in the browser (decision 156). Every call needs the token of the printed address. */
export const firstStartRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;

  app.route({
    ...readFirstStart,
    handler: async ({ body, ip }) => {
      await requireToken(context, body.token, ip);
      const { accountID, answered } = await findFirstStart(db);
      const steps = stepsOf(context);
      return {
        steps,
        answered: steps.filter((step) => answered.includes(step)),
        email: accountID === null ? '' : (await requireAdministrator(db, accountID)).email,
        centreName: (await findContacts(db)).name,
        canFillDemo: config.databaseURL === undefined,
      };
    },
  });

  app.route({
    ...nameCentre,
    handler: async ({ body, ip }, reply) => {
      await requireToken(context, body.token, ip);
      await saveCentreName(context, ip, body.name);
      return reply.code(204).send();
    },
  });

  app.route({
    ...createAdministrator,
    handler: async ({ body, ip }, reply) => {
      await requireToken(context, body.token, ip);
      await makeAdministrator(context, ip, body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...startAdministratorTOTP,
    handler: async ({ body, ip }) => {
      await requireToken(context, body.token, ip);
      return startFactor(context);
    },
  });

  app.route({
    ...confirmAdministratorTOTP,
    handler: async ({ body, ip }) => {
      await requireToken(context, body.token, ip);
      return { recoveryCodes: await confirmFactor(context, ip, body.code) };
    },
  });

  app.route({
    ...answerFirstStart,
    handler: async ({ body, ip }, reply) => {
      await requireToken(context, body.token, ip);
      await answerStep(context, ip, body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...sendFirstLetter,
    handler: async ({ body, ip }, reply) => {
      await requireToken(context, body.token, ip);
      const { email } = await requireAdministrator(db, (await findFirstStart(db)).accountID);
      await sendTestLetterTo(context, email, body.settings);
      return reply.code(204).send();
    },
  });

  app.route({
    ...finishFirstStart,
    handler: async ({ body, ip }) => {
      await requireToken(context, body.token, ip);
      return finish(context, ip, body.demo);
    },
  });
};
