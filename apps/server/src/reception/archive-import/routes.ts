import { Readable } from 'node:stream';
import * as endpoints from '@snimok/contract/reception/archive-import';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf, initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { attachment } from '../../platform/outside/storage/content-disposition.ts';
import { assertExportAllowed, countExport } from '../../people/accounts/limits/reading-limit.ts';
import { confirmImport, pauseImport, resumeImport, stopImport } from './change-state.ts';
import { createImport } from './create-import.ts';
import { decideStudy } from './decide.ts';
import { findImport, listImportsPage, listProblemsPage } from './import-queries.ts';
import { presentImport, presentRows } from './present.ts';
import { listProof, proofLines } from './proof.ts';
import { findRow, listRowsPage } from './study-queries.ts';
import { totalsOf } from './totals.ts';

const pageFrom = (offset: number) => ({ offset, limit: PAGE_SIZE });

/** The import from an old archive: dry run, corrections, run and proof. */
export const archiveImportRoutes = (app: Routes, context: Context): void => {
  listRoutes(app, context);
  changeRoutes(app, context);
  proofRoutes(app, context);
};

const listRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...endpoints.listArchiveImports,
    handler: async ({ actor, query: { offset } }) => {
      authorize(actor, 'archive.import');
      const { rows, totalCount } = await listImportsPage(db, offset, PAGE_SIZE);
      return { imports: rows.map(presentImport), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...endpoints.getArchiveImport,
    handler: async ({ actor, params: { importID } }) => {
      authorize(actor, 'archive.import');
      const row = await findImport(db, importID);
      return { ...presentImport(row), totals: await totalsOf(context, row) };
    },
  });

  app.route({
    ...endpoints.listImportStudies,
    handler: async ({ actor, params: { importID }, query: { offset, ...filter } }) => {
      authorize(actor, 'archive.import');
      await findImport(db, importID);
      const { rows, totalCount } = await listRowsPage(db, importID, filter, pageFrom(offset));
      return { studies: await presentRows(db, actor, rows), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...endpoints.listImportProblems,
    handler: async ({ actor, params: { importID }, query: { offset } }) => {
      authorize(actor, 'archive.import');
      await findImport(db, importID);
      const { rows, totalCount } = await listProblemsPage(db, importID, pageFrom(offset));
      const problems = rows.map(({ place: where, reason }) => {
        // the check constraint of the table permits only these reasons
        return { where, reason: reason as 'unreadable' };
      });
      return { problems, currentOffset: offset, totalCount };
    },
  });
};

const changeRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...endpoints.createArchiveImport,
    handler: async (request, reply) => {
      authorize(request.actor, 'archive.import');
      const created = await createImport(context, callerOf(request), request.body);
      return reply.code(201).send(created);
    },
  });

  app.route({
    ...endpoints.changeImportStudy,
    handler: async (request) => {
      const { actor, params, body } = request;
      authorize(actor, 'archive.import');
      await decideStudy(context, callerOf(request), params, body);
      const [row] = await presentRows(db, actor, [await findRow(db, params.importID, params.rowID)]);
      return row!;
    },
  });

  for (const [endpoint, change] of [
    [endpoints.confirmArchiveImport, confirmImport],
    [endpoints.pauseArchiveImport, pauseImport],
    [endpoints.resumeArchiveImport, resumeImport],
    [endpoints.stopArchiveImport, stopImport],
  ] as const)
    app.route({
      ...endpoint,
      handler: async (request, reply) => {
        authorize(request.actor, 'archive.import');
        await change(context, callerOf(request), request.params.importID);
        return reply.code(204).send();
      },
    });
};

const proofRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...endpoints.getImportProof,
    handler: async ({ actor, params: { importID }, query: { offset } }) => {
      authorize(actor, 'archive.import');
      await findImport(db, importID);
      return { ...(await listProof(db, importID, pageFrom(offset))), currentOffset: offset };
    },
  });

  app.route({
    ...endpoints.downloadImportProof,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'archive.import');
      const { id: importID } = await findImport(db, params.importID);
      const isAsked = request.method === 'HEAD';
      if (isAsked) await assertExportAllowed(context, actor);
      else {
        await countExport(context, actor);
        await record(db, initiatorOf(request), { action: 'archive.prove', details: { importID } });
      }
      reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(`import-${importID}.ndjson`))
        .type('application/x-ndjson');
      const lines = isAsked ? [] : proofLines(db, importID, clock.now());
      return reply.send(Readable.from(lines, { objectMode: false }));
    },
  });
};
