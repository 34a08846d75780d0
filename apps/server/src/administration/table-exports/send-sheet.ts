import type { FastifyReply, FastifyRequest } from 'fastify';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { attachment } from '../../platform/outside/storage/content-disposition.ts';
import { Readable } from 'node:stream';
import { assertExportAllowed, countExport } from '../../people/accounts/limits/reading-limit.ts';
import { csvOf } from './csv.ts';
import type { Sheet } from './sheet.ts';
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
  /** set for the history of one patient; the export is recorded in that history */
  patientID?: number;
}

/** The export is recorded before its first byte. While it runs it is a transfer, which ends with the session. */
export const sheetSender =
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply, { sheet, format, list, ...subject }: Export) => {
    const { db, clock, config } = context;
    const { timeZone } = config;
    const now = clock.now();
    const isAsked = request.method === 'HEAD';
    if (isAsked) await assertExportAllowed(context, request.actor);
    else {
      await countExport(context, request.actor);
      const action = subject.patientID === undefined ? 'list.export' : 'patient.export-history';
      await record(db, initiatorOf(request), { action, details: { list, format }, ...subject });
    }
    request.sentStudies = { action: 'list.export', studyIDs: [] };
    const bytes = format === 'csv' ? csvOf(sheet, timeZone) : xlsxOf(sheet, timeZone, now);
    reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', attachment(`${sheet.title}.${format}`))
      .type(TYPES[format]);
    // for a HEAD request Fastify would otherwise read all rows
    return reply.send(Readable.from(isAsked ? [] : bytes, { objectMode: false }));
  };
