import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';

/**
 * The thread of the process that `compile-parsers.ts` starts. It loads the modules of all parser processes. No file is
 * parsed, because the modules begin their work only when they get a message.
 */
await Promise.all([
  import('../../studies/processing/parser-thread.ts'),
  import('../../studies/processing/render-panorama.ts'),
  import('../../studies/processing/render-picture.ts'),
  import('../../studies/renditions/parser-thread.ts'),
  import('../../viewing/dicomweb/reader.ts'),
  import('../../viewing/dicomweb/render.ts'),
  import('../../office/reports/parser-thread.ts'),
  import('../../office/study-reports/document/parser-thread.ts'),
  import('../../office/messenger/attachments/parser-thread.ts'),
  import('../../office/messenger/attachments/read-pdf.ts'),
]);
flushCompileCache();
parentPort?.postMessage({ loaded: true });
