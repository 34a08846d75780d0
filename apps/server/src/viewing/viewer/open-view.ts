import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { after } from '../../platform/outside/clock.ts';
import { wantView } from '../../studies/studies/jobs.ts';
import { objectToView } from '../../studies/studies/object-to-view.ts';
import type { StudyRow } from '../../studies/studies/queries.ts';
import { findView, FORMAT } from '../../studies/renditions/queries.ts';
import { type Holder, signTicket, type Ticket } from './ticket.ts';

/** An address of the viewer on one study. What it shows is asked for where it was not made yet, or long ago. */
export const openView = async (
  context: Context,
  holder: Holder,
  study: StudyRow,
  origin: string,
): Promise<{ remoteSessionURL: string }> => {
  await askForView(context.db, objectToView(study));
  const { ticket } = newTicket(context, { holder, studyID: study.id });
  return { remoteSessionURL: `${origin}/viewer#${ticket}` };
};

/** Somebody waits for it: before what is made in advance. */
const askForView = async (db: Tx, objectID: string): Promise<void> => {
  const view = await findView(db, objectID);
  if (view?.format === FORMAT && view.status !== 'making') return;
  // a job that has made it the older way may not be struck off yet
  const isComing = view?.isQueued && (view.status === null || view.status === 'making');
  if (!isComing) await wantView(db, objectID, { atOnce: true });
};

export const newTicket = ({ secrets, clock, config }: Context, ticket: Ticket) => {
  const expiresAt = after(clock.now(), config.presignedURLMaxAgeMs);
  return {
    ticket: signTicket(secrets.viewTickets, ticket, expiresAt),
    expiresAt: expiresAt.toISOString(),
  };
};
