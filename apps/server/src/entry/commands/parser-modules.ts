import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';

/**
 * The thread of the process that `compile-parsers.ts` starts. It loads the modules of all parser processes. No file is
 * parsed, because the modules begin their work only when they get a message.
 */
await Promise.all([
  import('../../studies/processing/parser-tasks/parser-thread.ts'),
  import('../../studies/processing/parser-tasks/render-panorama.ts'),
  import('../../studies/processing/parser-tasks/render-picture.ts'),
  import('../../studies/processing/parser-tasks/segment-volume.ts'),
  import('../../studies/renditions/parser-thread.ts'),
  import('../../studies/metadata/parser-thread.ts'),
  import('../../studies/discs/parser-thread.ts'),
  import('../../reception/archive-import/sources/headers/header-thread.ts'),
  import('../../administration/centre-identity/parser-thread.ts'),
  import('../../viewing/dicomweb/pixels/reader.ts'),
  import('../../viewing/dicomweb/pixels/render.ts'),
  import('../../platform/pdf-documents/parser-thread.ts'),
  import('../../reporting/study-reports/document/parser-thread.ts'),
  import('../../messaging/messenger/attachments/parser-thread.ts'),
  import('../../messaging/messenger/attachments/pdf/read-pdf.ts'),
]);
flushCompileCache();
parentPort?.postMessage({ loaded: true });
