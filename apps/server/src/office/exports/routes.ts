import { Readable } from 'node:stream';
import type { ClientSortField } from '@snimok/contract/doctors';
import { exportClients, exportPatients, exportStudies, XLSX_MAX_ROWS } from '@snimok/contract/exports';
import type { PatientSortField } from '@snimok/contract/patients';
import type { SortField } from '@snimok/contract/studies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { attachment } from '../../platform/outside/storage/content-disposition.ts';
import { sentences } from '../../platform/sentences.ts';
import { assertExportAllowed, countExport } from '../../people/accounts/reading-limit.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import { periodFilter } from '../../studies/studies/period.ts';
import { countStudiesOf } from '../../studies/studies/all-studies.ts';
import { csvOf } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { clientsSheet, type Order, patientsSheet, studiesSheet } from './sheets.ts';
import { xlsxOf } from './xlsx.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface Export {
  sheet: Sheet;
  format: keyof typeof TYPES;
  list: string;
  doctorID?: number;
}

const orderOf = <Field>(sortedBy: string) => {
  const [field, direction] = sortedBy.split('.');
  return { field, direction } as Order<Field>;
};

/** The lists of the assistants as files. */
export const exportRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;
  const send = sender(context);

  app.route({
    ...exportClients,
    handler: async (request, reply) => {
      const { format, sortedBy } = request.query;
      authorize(request.actor, 'list.export');
      const sheet = clientsSheet(db, orderOf<ClientSortField>(sortedBy));
      return send(request, reply, { sheet, format, list: 'clients' });
    },
  });

  app.route({
    ...exportPatients,
    handler: async (request, reply) => {
      const { actor, query } = request;
      const { format, sortedBy, of } = query;
      authorize(actor, 'list.export');
      const order = orderOf<PatientSortField>(sortedBy);
      if (typeof of === 'string') {
        const sheet = patientsSheet(db, actor, { kind: of }, order);
        return send(request, reply, { sheet, format, list: `patients ${of}` });
      }
      const { id: doctorID } = await findDoctor(db, of);
      const sheet = patientsSheet(db, actor, { kind: 'of-doctor', doctorID }, order);
      return send(request, reply, { sheet, format, list: 'patients', doctorID });
    },
  });

  app.route({
    ...exportStudies,
    onRequest: requireEnabled(config, 'commonStudiesListEnabled', () => undefined),
    handler: async (request, reply) => {
      const { actor, query } = request;
      const { format, sortedBy, studyIDs, ...days } = query;
      authorize(actor, 'list.export');
      const period = periodFilter(days, config.timeZone);
      if (format === 'xlsx' && !studyIDs && (await countStudiesOf(db, actor, period)) > XLSX_MAX_ROWS)
        throw conflict(sentences.tooManyRows);
      const sheet = studiesSheet(db, actor, { ...orderOf<SortField>(sortedBy), period, studyIDs });
      return send(request, reply, { sheet, format, list: 'studies' });
    },
  });
};

/** The export is recorded before its first byte. While it runs it is a transfer, which ends with the session. */
const sender =
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply, { sheet, format, list, doctorID }: Export) => {
    const { db, clock, config } = context;
    const { timeZone } = config;
    const now = clock.now();
    const isAsked = request.method === 'HEAD';
    if (isAsked) await assertExportAllowed(context, request.actor);
    else {
      await countExport(context, request.actor);
      const event = { action: 'list.export', details: { list, format } } as const;
      await record(db, initiatorOf(request), { ...event, ...(doctorID && { doctorID }) });
    }
    request.sentStudies = { action: 'list.export', studyIDs: [] };
    const bytes = format === 'csv' ? csvOf(sheet, timeZone) : xlsxOf(sheet, timeZone, now);
    reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', attachment(`${sheet.title}.${format}`))
      .type(TYPES[format]);
    // Fastify would read all rows
    return reply.send(Readable.from(isAsked ? [] : bytes, { objectMode: false }));
  };
