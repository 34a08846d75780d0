import type { UploadSender } from '@snimok/contract/studies/uploads';
import type { z } from 'zod';

export type Sender = z.output<typeof UploadSender>;

/** A large part takes minutes on a slow connection. The server waits equally long before it considers the sender gone. */
const SILENT_S = 180;
/** The same limit for bytes whose arrival this page has seen. */
const GROWTH_MS = 90_000;

interface Observation {
  sender: Sender | undefined;
  /** another tab of this browser sends the files */
  inTab: boolean;
  /** time since more bytes arrived than the page had seen before; null if none have */
  grownAgoMs: number | null;
}

/**
 * Whether the files are being sent elsewhere. After a reload of the sending page, the last sender is the own account
 * and nothing arrives any more. Such an upload counts as interrupted, although the server has not been silent for long.
 */
export function isSentElsewhere({ sender, inTab, grownAgoMs }: Observation): boolean {
  if (inTab) return true;
  if (!sender) return false;
  if (grownAgoMs !== null && grownAgoMs < GROWTH_MS) return true;
  return (!sender.isOwn || sender.byProgram) && sender.silentSeconds < SILENT_S;
}
