import type { PackedFile, PackedSpan } from '@snimok/api-client/compression/packed-file';

/** A message from the page to a pack worker: to pack a file, or to compress a part of one. */
export type PackRequest = { id: number } & (
  { task: 'file'; blob: Blob; compress: boolean } | { task: 'part'; blob: Blob }
);

/** A message from a pack worker to the page; null if the file cannot be read any more. */
export interface PackResponse {
  id: number;
  packed: PackedFile | PackedSpan | null;
}
