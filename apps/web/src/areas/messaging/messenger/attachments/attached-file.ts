import { Attachment } from '@snimok/contract/messaging/messenger-attachments';
import { z } from 'zod';
import { findSaved, removeSaved, save } from '../../../../shared/storage/user-storage.ts';
import type { DialogApi } from '../messages/dialog-api.ts';
import type { MessageAttachment } from '../messages/thread.ts';

/** A file of the message that is being written. */
export interface AttachedFile {
  attachmentUUID: string;
  filename: string;
  /** absent if the page was loaded again after the file was chosen */
  file?: File;
  /** the picture in small; empty for a PDF */
  previewURL: string;
  state: 'sending' | 'stored' | 'failed';
  progress: number;
  problem?: string;
  /** sending it again may succeed */
  canRetry?: boolean;
  stored?: MessageAttachment;
  storedAt?: number;
}

/** The server deletes a file without a message after a day; files are saved for less than that. */
const KEPT_MS = 20 * 60 * 60_000;

const SavedFile = z.object({
  attachmentUUID: z.string(),
  filename: z.string(),
  stored: Attachment.optional(),
  storedAt: z.number().optional(),
});
type SavedFile = z.output<typeof SavedFile>;

const nameOf = (api: DialogApi) => `files:${api.key}`;

/** The files of the unsent message, for the next time that the page is loaded. */
export function saveFiles(api: DialogApi, files: AttachedFile[]) {
  // a file that the server refuses is refused again
  const kept = files.filter(({ state, canRetry }) => state !== 'failed' || canRetry);
  if (kept.length === 0) removeSaved(nameOf(api));
  // the schema keeps out the file itself and its progress
  else save(nameOf(api), JSON.stringify(SavedFile.array().parse(kept)));
}

/** The files that were attached before the page was loaded again. */
export function findSavedFiles(api: DialogApi): AttachedFile[] {
  const saved = SavedFile.array().safeParse(JSON.parse(findSaved(nameOf(api)) ?? '[]'));
  return (saved.data ?? []).map((file) => restored(api, file));
}

const restored = (
  api: DialogApi,
  { attachmentUUID, filename, stored, storedAt = 0 }: SavedFile,
): AttachedFile =>
  stored && storedAt > Date.now() - KEPT_MS
    ? {
        attachmentUUID,
        filename,
        stored,
        storedAt,
        state: 'stored',
        progress: 1,
        previewURL: stored.kind === 'image' ? api.thumbnailURL(attachmentUUID) : '',
      }
    : {
        attachmentUUID,
        filename,
        state: 'failed',
        progress: 0,
        previewURL: '',
        problem: 'Файл не сохранился. Прикрепите его ещё раз',
      };
