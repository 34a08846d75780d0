import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { after } from '../../platform/outside/clock.ts';
import { enqueueRendition } from '../../studies/objects/jobs.ts';
import { findViewableObject } from '../../studies/studies/viewable-object.ts';
import type { StudyRow } from '../../studies/studies/queries.ts';
import { findRendition, FORMAT } from '../../studies/renditions/queries.ts';
import { type TicketOwner, signTicket, type Ticket } from './ticket.ts';

/** An address of the viewer on one study. What it shows is asked for where it was not made yet, or long ago. */
export const openViewerSession = async (
  context: Context,
  holder: TicketOwner,
  study: StudyRow,
  origin: string,
): Promise<{ remoteSessionURL: string }> => {
  await requestRendition(context.db, findViewableObject(study));
  const { ticket } = issueTicket(context, { owner: holder, studyID: study.id });
  return { remoteSessionURL: `${origin}/viewer#${ticket}` };
};

/** Somebody waits for it: before what is made in advance. */
const requestRendition = async (db: Tx, objectID: string): Promise<void> => {
  const view = await findRendition(db, objectID);
  if (view?.format === FORMAT && view.status !== 'making') return;
  // a job that has made it the older way may not be struck off yet
  const isComing = view?.isQueued && (view.status === null || view.status === 'making');
  if (!isComing) await enqueueRendition(db, objectID, { atOnce: true });
};

export const issueTicket = ({ secrets, clock, config }: Context, ticket: Ticket) => {
  const expiresAt = after(clock.now(), config.presignedURLMaxAgeMs);
  return {
    ticket: signTicket(secrets.viewTickets, ticket, expiresAt),
    expiresAt: expiresAt.toISOString(),
  };
};
