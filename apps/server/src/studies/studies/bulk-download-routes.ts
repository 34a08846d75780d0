import { Readable } from 'node:stream';
import { downloadStudies, measureDownload } from '@snimok/contract/studies/bulk-downloads';
import { countDownload } from '../../people/accounts/limits/reading-limit.ts';
import { authorize } from '../../platform/access/rules.ts';
import { joinZips, measureJoinedZip } from '../../platform/zip/join-zips.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { attachment } from '../../platform/outside/storage/content-disposition.ts';
import { subjectOf } from './study-rows/audit-subject.ts';
import { bulkDownloadName, findStudies, foldersOf } from './downloads/bulk-download.ts';

/** Several studies in one file. The response is a transfer, which ends when the right to any of the studies ends. */
export const bulkDownloadRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...measureDownload,
    handler: async ({ actor, query }) => {
      authorize(actor, 'study.download');
      const studies = await findStudies(context, actor, query.studyIDs);
      const folders = await foldersOf(context, studies);
      for (const { id } of studies) await countDownload(context, actor, id);
      return { sizeBytes: await measureJoinedZip(folders) };
    },
  });

  app.route({
    ...downloadStudies,
    handler: async (request, reply) => {
      const { actor, query } = request;
      authorize(actor, 'study.download');
      const studies = await findStudies(context, actor, query.studyIDs);
      const folders = await foldersOf(context, studies);
      for (const { id } of studies) await countDownload(context, actor, id);
      reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(bulkDownloadName(context)))
        .header('content-length', await measureJoinedZip(folders))
        .type('application/zip');
      // an absent body would replace the length by 0
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      for (const study of studies)
        context.auditBuffer.add(initiatorOf(request), { action: 'study.download', ...subjectOf(study) });
      request.sentStudies = { action: 'study.download', studyIDs: studies.map(({ id }) => id) };
      return reply.send(Readable.from(joinZips(folders), { objectMode: false }));
    },
  });
};
