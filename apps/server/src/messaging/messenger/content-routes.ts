import { ofCentre, ofDoctor } from '@snimok/contract/messaging/messenger-attachments';
import type { Actor } from '../../platform/access/actor.ts';
import { clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { splitWords } from '../../platform/db/search-words.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listCardChoices, readCard } from './cards.ts';
import { findDialog, findMessageIDs, findMessageOf } from './queries.ts';

const MAX_FOUND = 200;

/** Search in a dialog, and the studies and patients to which its messages refer; the same for both sides. */
export const contentRoutes = (app: Routes, context: Context): void => {
  const { config } = context;
  const centre = requireEnabled(config, 'chatEnabled', ({ actor }) => authorize(actor, 'messenger.answer'));
  const doctor = requireEnabled(config, 'chatEnabled', ({ actor }) => authorize(actor, 'chat.write'));
  const { search, readCardOf, listChoices } = operations(context);

  app.route({
    ...ofCentre.searchMessages,
    onRequest: centre,
    handler: ({ actor, params, query }) => search(actor, params.dialogID, query.query),
  });
  app.route({
    ...ofDoctor.searchMessages,
    onRequest: doctor,
    handler: ({ actor, query }) => search(actor, clientOf(actor), query.query),
  });
  app.route({
    ...ofCentre.getCard,
    onRequest: centre,
    handler: ({ actor, params }) => readCardOf(actor, params.dialogID, params.messageID),
  });
  app.route({
    ...ofDoctor.getCard,
    onRequest: doctor,
    handler: ({ actor, params }) => readCardOf(actor, clientOf(actor), params.messageID),
  });
  app.route({
    ...ofCentre.listCardChoices,
    onRequest: centre,
    handler: ({ actor, params, query }) => listChoices(actor, params.dialogID, query.query),
  });
  app.route({
    ...ofDoctor.listCardChoices,
    onRequest: doctor,
    handler: ({ actor, query }) => listChoices(actor, clientOf(actor), query.query),
  });
};

const operations = ({ db }: Context) => ({
  async search(who: Actor, of: number, query: string) {
    const { dialogID } = await findDialog(db, who, of);
    const words = splitWords(query);
    const messageIDs = words.length === 0 ? [] : await findMessageIDs(db, dialogID, words, MAX_FOUND);
    return { messageIDs };
  },
  async readCardOf(who: Actor, of: number, messageID: number) {
    const { dialogID } = await findDialog(db, who, of);
    return { card: await readCard(db, who, await findMessageOf(db, dialogID, messageID)) };
  },
  async listChoices(who: Actor, of: number, query: string | undefined) {
    const { dialogID } = await findDialog(db, who, of);
    return { cards: await listCardChoices(db, who, dialogID, query) };
  },
});
