import { fileURLToPath } from 'node:url';
import type { FrameWish } from './read-frame.ts';
import type { HeadersWish } from './read-headers.ts';
import type { RenderWish } from './render.ts';

/** What is asked of the child that reads strangers' bytes for DICOMweb, and what it tells. */
export type Task =
  ({ task: 'headers' } & HeadersWish) | ({ task: 'frame' } & FrameWish) | ({ task: 'render' } & RenderWish);
export type Told = { headers: number } | { bytes: Uint8Array };

export const readerFile = fileURLToPath(new URL('./reader.ts', import.meta.url));
