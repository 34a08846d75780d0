import {
  countUnreadDialogs,
  getDialog,
  listDialogs,
  listMessages,
  markMessagesRead,
  sendMessage,
} from '@snimok/contract/messaging/messenger';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { searchDoctors } from '../../people/search/queries.ts';
import { doctorReadings } from '../../people/search/readings.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { contentRoutes } from './content-routes.ts';
import { chatRoutes } from './doctor-routes.ts';
import { listFullMessages, markRead, send } from './messages.ts';
import { officeRoutes } from './office-routes.ts';
import { presentDialog, presentMessage } from './present.ts';
import * as queries from './queries.ts';

/** The messenger of the assistants and the chat of the doctors. */
export const messengerRoutes = (app: Routes, context: Context): void => {
  centreRoutes(app, context);
  officeRoutes(app, context);
  chatRoutes(app, context);
  contentRoutes(app, context);
  attachmentRoutes(app, context);
};

const centreRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;
  const onRequest = requireEnabled(config, 'chatEnabled', ({ actor }) =>
    authorize(actor, 'messenger.answer'),
  );

  app.route({
    ...listDialogs,
    onRequest,
    handler: async ({ actor, query: { query } }) => {
      if (query === undefined) return { dialogs: (await queries.listDialogs(db, actor)).map(presentDialog) };
      const found = (await searchDoctors(db, doctorReadings(query))).map(({ id }) => id);
      const dialogs = await queries.listDialogsOf(db, actor, found);
      const best = dialogs.toSorted((a, b) => found.indexOf(a.dialogID) - found.indexOf(b.dialogID));
      return { dialogs: best.map(presentDialog) };
    },
  });

  app.route({
    ...countUnreadDialogs,
    onRequest,
    handler: ({ actor }) => queries.countUnread(db, actor),
  });

  app.route({
    ...getDialog,
    onRequest,
    handler: async ({ actor, params }) => presentDialog(await queries.findDialog(db, actor, params.dialogID)),
  });

  app.route({
    ...listMessages,
    onRequest,
    handler: async ({ actor, params, query }) => {
      const dialog = await queries.findDialog(db, actor, params.dialogID);
      const messages = await listFullMessages(db, dialog.dialogID, query);
      return { messages: messages.map((message) => presentMessage(message, dialog)) };
    },
  });

  app.route({
    ...sendMessage,
    onRequest,
    handler: async (request, reply) => {
      const dialog = await queries.findDialog(db, request.actor, request.params.dialogID);
      const { message, isNew } = await send(context, callerOf(request), dialog.dialogID, request.body);
      return reply.code(isNew ? 201 : 200).send(presentMessage(message, dialog));
    },
  });

  app.route({
    ...markMessagesRead,
    onRequest,
    handler: async (request, reply) => {
      const dialog = await queries.findDialog(db, request.actor, request.params.dialogID);
      await markRead(context, callerOf(request), dialog.dialogID, request.body.messageIDs);
      return reply.code(204).send();
    },
  });
};
