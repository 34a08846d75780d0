import {
  listChatMessages,
  markChatMessagesRead,
  sendChatMessage,
} from '@snimok/contract/messaging/messenger';
import { clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { countAttempt } from '../../people/accounts/limits/throttle.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listFullMessages, markRead, send } from './messages.ts';
import { presentToDoctor } from './present.ts';
import { findDialog } from './queries.ts';
import { sentences } from './sentences.ts';

/** One message a second for a quarter of an hour: more than a person types, so only a faulty program is refused. */
const MAX_MESSAGES_PER_WINDOW = 900;

/** The chat of the doctors' area: the dialog of the signed-in client. */
export const chatRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;
  const onRequest = requireEnabled(config, 'chatEnabled', ({ actor }) => authorize(actor, 'chat.write'));

  app.route({
    ...listChatMessages,
    onRequest,
    handler: async ({ actor, query }) => {
      const dialog = await findDialog(db, actor, clientOf(actor));
      const messages = await listFullMessages(db, dialog.dialogID, query);
      return { messages: messages.map((message) => presentToDoctor(message, dialog)) };
    },
  });

  app.route({
    ...sendChatMessage,
    onRequest,
    handler: async (request, reply) => {
      const clientID = clientOf(request.actor);
      const limit = { key: `chat:${clientID}`, attempts: MAX_MESSAGES_PER_WINDOW };
      await countAttempt(context, [limit], sentences.tooManyMessages);
      const dialog = await findDialog(db, request.actor, clientID);
      const { message, isNew } = await send(context, callerOf(request), dialog.dialogID, request.body);
      return reply.code(isNew ? 201 : 200).send(presentToDoctor(message, dialog));
    },
  });

  app.route({
    ...markChatMessagesRead,
    onRequest,
    handler: async (request, reply) => {
      const dialog = await findDialog(db, request.actor, clientOf(request.actor));
      await markRead(context, callerOf(request), dialog.dialogID, request.body.messageIDs);
      return reply.code(204).send();
    },
  });
};
