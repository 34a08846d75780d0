import { crc32, hexOf } from '@snimok/api-client/compression/crc32';
import type { UploadApi } from '@snimok/api-client/transfer/upload-api';
import { fileChanged } from './put-file.ts';

/** A slice takes one or two milliseconds on an old PC; the page stays responsive between two slices. */
const SLICE_BYTES = 512 * 1024;

/** The CRC-32 of a part, read in slices, so that a file of 600 MB is never in memory as a whole. */
export const checksum: UploadApi<File>['checksum'] = async (file, { start, end }, signal) => {
  let crc = 0;
  for (let at = start; at < end; at += SLICE_BYTES) {
    const slice = file.slice(at, Math.min(at + SLICE_BYTES, end));
    const bytes = await slice.arrayBuffer().catch(() => {
      throw fileChanged();
    });
    signal.throwIfAborted();
    crc = crc32(new Uint8Array(bytes), crc);
  }
  return hexOf(crc);
};
