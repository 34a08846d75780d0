import type { Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors/errors.ts';
import { type LocalFile, ObjectReplaced } from '../../../platform/outside/storage/storage.ts';
import type { StoredFile } from '../../uploads/upload-rows/queries.ts';
import { sentences } from '../sentences.ts';

/**
 * An uploaded file on the local disk, or the bundle that contains it.
 * @throws Problem if it is not the file with which the upload was completed: a bucket accepts another PUT until the
 *   presigned URL expires
 */
export const openSentFile = async (
  { storage }: Pick<Context, 'storage'>,
  { objectKey, etag, filename }: StoredFile,
  scratch: string,
): Promise<LocalFile> => {
  try {
    return await storage.localPath(objectKey, scratch, etag);
  } catch (cause) {
    throw cause instanceof ObjectReplaced ? invalid(sentences.fileReplaced(filename)) : cause;
  }
};
