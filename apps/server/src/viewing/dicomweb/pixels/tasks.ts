import { fileURLToPath } from 'node:url';
import type { BulkDataRequest, FrameRequest } from './read-frame.ts';
import type { RenderRequest } from './render.ts';

/** The tasks of the parser processes that decode pixels for DICOMweb into files, and their result. */
export type Task =
  | ({ task: 'frame' } & FrameRequest)
  | ({ task: 'bulk-data' } & BulkDataRequest)
  | ({ task: 'render' } & RenderRequest);
export type TaskResult = { written: true };

export const readerFile = fileURLToPath(new URL('./reader.ts', import.meta.url));
