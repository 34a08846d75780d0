import type { PackedFile } from '@snimok/api-client/bundles/packed-file';

/** A message from the page to a pack worker. */
export interface PackRequest {
  id: number;
  file: File;
  compress: boolean;
}

/** A message from a pack worker to the page; null if the file cannot be read any more. */
export interface PackResponse {
  id: number;
  packed: PackedFile | null;
}
