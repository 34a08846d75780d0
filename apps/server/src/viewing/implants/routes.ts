import {
  createImplantLine,
  deleteImplantLine,
  getImplants,
  listImplantChoices,
  listImplantLines,
  saveImplantChoice,
} from '@snimok/contract/viewing/implants';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize, may } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listChoices, saveChoice } from './choices.ts';
import { readImplants } from './library-file.ts';
import { addOwnLine, listOwnLines, removeOwnLine } from './own-lines.ts';

/** The centre's own implants, and the lines that an account has chosen. The viewer itself has the manufacturers' lines. */
export const implantRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...getImplants,
    handler: async () => {
      const [file, added] = await Promise.all([readImplants(context), listOwnLines(db)]);
      return { ...file, implants: [...added, ...file.implants] };
    },
  });

  app.route({
    ...listImplantChoices,
    handler: async ({ actor }) =>
      may(actor, 'viewer.choose-implants')
        ? { choices: await listChoices(db, accountOf(actor)) }
        : { choices: [] },
  });

  app.route({
    ...saveImplantChoice,
    handler: async ({ actor, body }) => {
      authorize(actor, 'viewer.choose-implants');
      return { choices: await saveChoice(context, accountOf(actor), body) };
    },
  });

  app.route({ ...listImplantLines, handler: async () => ({ lines: await listOwnLines(db) }) });

  app.route({
    ...createImplantLine,
    handler: async (request, reply) => {
      authorize(request.actor, 'implants.manage');
      return reply.code(201).send(await addOwnLine(context, initiatorOf(request), request.body));
    },
  });

  app.route({
    ...deleteImplantLine,
    handler: async (request, reply) => {
      authorize(request.actor, 'implants.manage');
      await removeOwnLine(context, initiatorOf(request), request.params.lineUUID);
      return reply.code(204).send();
    },
  });
};
