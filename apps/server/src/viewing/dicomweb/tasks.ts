import { fileURLToPath } from 'node:url';
import type { FrameRequest } from './read-frame.ts';
import type { HeadersRequest } from './read-headers.ts';
import type { RenderRequest } from './render.ts';

/** The tasks of the parser processes that read untrusted DICOM files for DICOMweb, and their results. */
export type Task =
  | ({ task: 'headers' } & HeadersRequest)
  | ({ task: 'frame' } & FrameRequest)
  | ({ task: 'render' } & RenderRequest);
export type TaskResult = { headers: number } | { bytes: Uint8Array };

export const readerFile = fileURLToPath(new URL('./reader.ts', import.meta.url));
