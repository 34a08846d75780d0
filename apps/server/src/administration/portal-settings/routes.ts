import {
  getPortalSettings,
  restartPortal,
  sendTestLetter,
  updatePortalSettings,
} from '@snimok/contract/administration/portal-settings';
import { findAccountByID } from '../../people/accounts/account-rows/accounts.ts';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/http/sentences.ts';
import { countRestart, findSettingsState } from '../../platform/stored-settings/queries.ts';
import { changeSettings } from './change-settings.ts';
import { presentSettings } from './present.ts';
import { sendTestLetterTo } from './test-letter.ts';

/** The settings that administrators change in the browser (decision 156). */
export const portalSettingsRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...getPortalSettings,
    handler: async ({ actor }) => {
      authorize(actor, 'settings.change');
      const { version } = await findSettingsState(db);
      return { settings: await presentSettings(context), version };
    },
  });

  app.route({
    ...updatePortalSettings,
    handler: async (request, reply) => {
      authorize(request.actor, 'settings.change');
      await changeSettings(context, initiatorOf(request), request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...sendTestLetter,
    handler: async ({ actor, body }, reply) => {
      authorize(actor, 'settings.change');
      const account = await findAccountByID(db, accountOf(actor));
      if (!account) throw notFound(sentences.noSuchEndpoint);
      await sendTestLetterTo(context, account.email, body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...restartPortal,
    handler: async (request, reply) => {
      authorize(request.actor, 'settings.change');
      await db.transaction().execute(async (tx) => {
        await countRestart(tx);
        await record(tx, initiatorOf(request), { action: 'portal.restart' });
      });
      return reply.code(204).send();
    },
  });
};
