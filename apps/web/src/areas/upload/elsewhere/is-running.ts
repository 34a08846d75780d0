import type { UploadSender } from '@snimok/contract/uploads';
import type { z } from 'zod';

export type Sender = z.output<typeof UploadSender>;

/** A large part on a slow line takes minutes; the server waits as long before it counts a sender as gone. */
const SILENT_S = 180;
/** The same for what this page has seen arrive. */
const GROWTH_MS = 90_000;

interface Observation {
  sender: Sender | undefined;
  /** another tab of this browser sends the files */
  inTab: boolean;
  /** time since more bytes arrived than the page had seen before; null if none have */
  grownAgoMs: number | null;
}

/**
 * Whether the files are being sent elsewhere. After a page was reloaded the account of the request is the last sender, and
 * nothing arrives any more: this upload is interrupted although the server has not been silent for long.
 */
export function isSentElsewhere({ sender, inTab, grownAgoMs }: Observation): boolean {
  if (inTab) return true;
  if (!sender) return false;
  if (grownAgoMs !== null && grownAgoMs < GROWTH_MS) return true;
  return (!sender.isOwn || sender.byProgram) && sender.silentSeconds < SILENT_S;
}
