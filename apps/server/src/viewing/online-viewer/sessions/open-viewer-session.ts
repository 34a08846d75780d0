import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { enqueueRendition } from '../../../studies/objects/jobs.ts';
import { openObject, VIEW } from '../../../studies/studies/study-rows/study-state.ts';
import type { StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { findRendition, FORMAT } from '../../../studies/renditions/queries.ts';
import { type TicketOwner, signTicket, type Ticket } from './ticket.ts';

/**
 * The URL of the viewer with a ticket for one study. Queues the rendition if it is missing, of an older format or outdated.
 * @throws Problem 409 when the study is archived or not done
 */
export const openViewerSession = async (
  context: Context,
  owner: TicketOwner,
  study: StudyRow,
  origin: string,
): Promise<{ remoteSessionURL: string }> => {
  await requestRendition(context.db, openObject(study, VIEW));
  const { ticket } = issueTicket(context, { owner, studyID: study.id });
  return { remoteSessionURL: `${origin}/viewer#${ticket}` };
};

/** Urgent: runs before renditions that are made in advance, because a user is waiting. */
const requestRendition = async (db: Tx, objectID: string): Promise<void> => {
  const rendition = await findRendition(db, objectID);
  const isOutdated = rendition?.status === 'ready' && rendition.isOutdated;
  if (rendition?.format === FORMAT && rendition.status !== 'making' && !isOutdated) return;
  // the status is checked too: the finished job of an older format may still be in the queue table
  const isPending = rendition?.isQueued && (rendition.status === null || rendition.status === 'making');
  if (!isPending) await enqueueRendition(db, objectID, { isUrgent: true });
};

export const issueTicket = ({ secrets, clock, config }: Context, ticket: Ticket) => {
  const expiresAt = after(clock.now(), config.presignedURLMaxAgeMs);
  return {
    ticket: signTicket(secrets.viewTickets, ticket, expiresAt),
    expiresAt: expiresAt.toISOString(),
  };
};
