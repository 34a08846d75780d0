import type { Attachment } from '@snimok/contract/messaging/messenger-attachments';
import type { z } from 'zod';
import type { AttachmentRow } from './queries.ts';

type PresentedColumns = Pick<AttachmentRow, 'uuid' | 'filename' | 'sizeBytes' | 'width' | 'height' | 'kind'>;

export const presentAttachment = (row: PresentedColumns): z.output<typeof Attachment> => ({
  attachmentUUID: row.uuid,
  kind: row.kind === 'pdf' ? 'pdf' : 'image',
  filename: row.filename,
  sizeBytes: row.sizeBytes,
  width: row.width,
  height: row.height,
});
