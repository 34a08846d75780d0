import { fileURLToPath } from 'node:url';
import type { FrameRequest } from './read-frame.ts';
import type { HeadersRequest } from './read-headers.ts';
import type { RenderRequest } from './render.ts';

/** What is asked of the child that reads strangers' bytes for DICOMweb, and what it tells. */
export type Task =
  | ({ task: 'headers' } & HeadersRequest)
  | ({ task: 'frame' } & FrameRequest)
  | ({ task: 'render' } & RenderRequest);
export type TaskResult = { headers: number } | { bytes: Uint8Array };

export const readerFile = fileURLToPath(new URL('./reader.ts', import.meta.url));
