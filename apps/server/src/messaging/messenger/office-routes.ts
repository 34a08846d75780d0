import {
  changeMessengerHours,
  changeTemplate,
  createTemplate,
  deleteTemplate,
  getChatHours,
  getMessengerHours,
  listAnswerers,
  listTemplates,
  MAX_TEMPLATES,
  publishTyping,
  setAnswerer,
} from '@snimok/contract/messaging/messenger-office';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import { findContacts } from '../../platform/letterhead/letterhead.ts';
import type { Routes } from '../../platform/http/server.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { findClosedDays } from '../../reception/schedule/opening-hours/closed-days.ts';
import { publishTypingOf, setAnswererOf } from './answering.ts';
import { describeHours, nextAnswer } from './hours.ts';
import * as office from './office-queries.ts';
import { presentDialog } from './present.ts';
import * as queries from './queries.ts';
import { sentences } from './sentences.ts';

/** How the centre organises its answers: who answers, templates, hours. */
export const officeRoutes = (app: Routes, context: Context): void => {
  const onRequest = requireEnabled(context.config, 'chatEnabled', ({ actor }) =>
    authorize(actor, 'messenger.answer'),
  );
  answererRoutes(app, context, onRequest);
  templateRoutes(app, context, onRequest);
  hoursRoutes(app, context, onRequest);
};

type OnRequest = ReturnType<typeof requireEnabled>;

const answererRoutes = (app: Routes, context: Context, onRequest: OnRequest): void => {
  const { db } = context;
  app.route({
    ...listAnswerers,
    onRequest,
    handler: async ({ actor }) => {
      const all = await queries.listAnswerers(db);
      return { ownID: accountOf(actor), assistants: all.map(({ id, name }) => ({ accountID: id, name })) };
    },
  });
  app.route({
    ...setAnswerer,
    onRequest,
    handler: async (request) => {
      const { dialogID } = await queries.findDialog(db, request.actor, request.params.dialogID);
      return presentDialog(await setAnswererOf(context, callerOf(request), dialogID, request.body));
    },
  });
  app.route({
    ...publishTyping,
    onRequest,
    handler: async (request, reply) => {
      const { dialogID } = await queries.findDialog(db, request.actor, request.params.dialogID);
      await publishTypingOf(context, callerOf(request), dialogID);
      return reply.code(204).send();
    },
  });
};

const presentTemplate = ({ id, ...template }: office.TemplateRow) => ({ templateID: id, ...template });

const templateRoutes = (app: Routes, { db }: Context, onRequest: OnRequest): void => {
  app.route({
    ...listTemplates,
    onRequest,
    handler: async () => {
      const templates = await office.listTemplates(db);
      const { hours } = await office.findHours(db);
      const { name: centre } = await findContacts(db);
      return {
        templates: templates.map(presentTemplate),
        values: { centre, hours: describeHours(hours) },
      };
    },
  });
  app.route({
    ...createTemplate,
    onRequest,
    handler: async ({ body }, reply) => {
      // stored before, by a request whose answer was lost
      const same = await office.findSameTemplate(db, body);
      const template = same ?? (await office.insertTemplate(db, body, MAX_TEMPLATES));
      return reply.code(201).send(presentTemplate(template));
    },
  });
  app.route({
    ...changeTemplate,
    onRequest,
    handler: async ({ params: { templateID }, body }) => {
      const changed = await office.updateTemplate(db, { id: templateID, ...body });
      if (changed) return presentTemplate(changed);
      const stored = await office.findTemplate(db, templateID);
      const isRepeated =
        stored.version === body.version + 1 && stored.title === body.title && stored.text === body.text;
      if (isRepeated) return presentTemplate(stored);
      throw conflict(sentences.templateChanged);
    },
  });
  app.route({
    ...deleteTemplate,
    onRequest,
    handler: async ({ params }, reply) => {
      await office.deleteTemplate(db, params.templateID);
      return reply.code(204).send();
    },
  });
};

const hoursRoutes = (app: Routes, context: Context, onRequest: OnRequest): void => {
  const { db, config } = context;
  app.route({ ...getMessengerHours, onRequest, handler: () => office.findHours(db) });
  app.route({
    ...changeMessengerHours,
    onRequest,
    handler: ({ body }) => office.updateHours(db, body),
  });
  app.route({
    ...getChatHours,
    onRequest: requireEnabled(config, 'chatEnabled', ({ actor }) => authorize(actor, 'chat.write')),
    handler: async () => {
      const { enabled, hours, note } = await office.findHours(db);
      const today = dayIn(config.timeZone, context.clock.now());
      const next = enabled ? nextAnswer(context, hours, await findClosedDays(db, today)) : null;
      return { notice: next === null ? null : [next, note].filter(Boolean).join('. ') };
    },
  });
};
