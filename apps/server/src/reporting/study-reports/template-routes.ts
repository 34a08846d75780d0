import * as endpoints from '@snimok/contract/reporting/report-templates';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { reportSentences } from './report-rows/sentences.ts';
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  isNameTaken,
  listTemplates,
  type TemplateFacts,
  updateTemplate,
} from './report-rows/template-queries.ts';

const checkFields = ({ fields }: TemplateFacts): void => {
  if (new Set(fields.map(({ fieldID }) => fieldID)).size < fields.length)
    throw invalid(reportSentences.sameField);
  for (const { kind, options, initial } of fields) {
    if (kind !== 'choice') continue;
    if (options.length === 0) throw invalid(reportSentences.choiceWithoutOptions);
    if (initial !== '' && !options.includes(initial)) throw invalid(reportSentences.initialNotAnOption);
  }
};

/** Blocks changes of templates until the end of the transaction, so that the check of the name stays true. */
const lockTemplates = (tx: Tx) => sql`lock table report_templates in share row exclusive mode`.execute(tx);

/** The templates of reports, for those who write reports and for administrators. */
export const templateRoutes = (app: Routes, { db, clock }: Context): void => {
  app.route({
    ...endpoints.listReportTemplates,
    handler: async ({ actor }) => {
      authorize(actor, 'report-template.manage');
      return { templates: await listTemplates(db) };
    },
  });

  app.route({
    ...endpoints.createReportTemplate,
    handler: async (request, reply) => {
      const { actor, body } = request;
      authorize(actor, 'report-template.manage');
      checkFields(body);
      const templateID = await db.transaction().execute(async (tx) => {
        const row = await insertTemplate(tx, body, { by: accountOf(actor), now: clock.now() });
        if (!row) throw conflict(reportSentences.templateNameTaken);
        await record(tx, initiatorOf(request), {
          action: 'template.change',
          details: { createdID: row.id },
        });
        return row.id;
      });
      return reply.code(201).send({ templateID });
    },
  });

  app.route({
    ...endpoints.updateReportTemplate,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'report-template.manage');
      const { version, ...facts } = body;
      const { templateID } = params;
      checkFields(facts);
      await db.transaction().execute(async (tx) => {
        await lockTemplates(tx);
        if (!(await findTemplate(tx, templateID))) throw notFound(reportSentences.noTemplate);
        if (await isNameTaken(tx, facts, templateID)) throw conflict(reportSentences.templateNameTaken);
        const change = { by: accountOf(actor), now: clock.now() };
        if (!(await updateTemplate(tx, { templateID, version, facts }, change)))
          throw conflict(reportSentences.templateChanged);
        await record(tx, initiatorOf(request), { action: 'template.change', details: { templateID } });
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.deleteReportTemplate,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'report-template.manage');
      await db.transaction().execute(async (tx) => {
        if (!(await deleteTemplate(tx, params.templateID))) throw notFound(reportSentences.noTemplate);
        const details = { deletedID: params.templateID };
        await record(tx, initiatorOf(request), { action: 'template.change', details });
      });
      return reply.code(204).send();
    },
  });
};
