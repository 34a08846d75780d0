import type { Context } from '../platform/context.ts';
import { deleteOldAnswers } from '../platform/answered-requests/once.ts';
import { DAY_MS } from '../platform/time-and-sizes/duration.ts';
import { periodicJob } from '../platform/jobs/jobs.ts';
import { runEach } from '../platform/jobs/run-each.ts';
import { letterOutbox } from '../platform/letters/send.ts';
import { noticeOutbox } from '../platform/notices/deliver.ts';
import { maintainNotifications } from '../platform/notices/maintain.ts';
import { maintainOutbox } from '../platform/outbox/maintain.ts';
import { after } from '../platform/time-and-sizes/clock.ts';
import { sweepPublications } from '../platform/realtime/queries.ts';
import { webhookOutbox } from '../platform/webhooks/deliver.ts';
import { deleteExpired } from '../people/accounts/sessions/delete-expired.ts';
import { deleteOldInvitations } from '../people/client-members/queries.ts';
import { deleteEndedGrants } from '../people/program-access/delete-ended-grants.ts';
import { removeOldDiscs } from '../studies/discs/discs.ts';
import { endAbandonedUploads } from '../studies/processing/abandoned-uploads.ts';
import { deleteAbandonedDesktops } from '../viewing/remote-desktop/queries.ts';
import { expireOldRequests } from '../administration/erasure/requests.ts';
import { eraseOldUndo } from '../reception/move-and-merge/queries.ts';

const cleanUpOnce = (context: Context) => {
  const { db, clock, config } = context;
  return runEach([
    () => endAbandonedUploads(context),
    () => deleteExpired(context),
    () => deleteOldInvitations(db, after(clock.now(), -30 * DAY_MS)),
    () => deleteEndedGrants(context),
    () => sweepPublications(db),
    () => deleteAbandonedDesktops(db, clock.now(), config.remoteDesktop.maxAgeMs),
    () => removeOldDiscs(context),
    () => maintainOutbox(context, letterOutbox),
    () => maintainOutbox(context, webhookOutbox),
    () => maintainOutbox(context, noticeOutbox),
    () => maintainNotifications(context),
    () => expireOldRequests(context),
    () => eraseOldUndo(db, clock.now()),
    () => deleteOldAnswers(db, after(clock.now(), -DAY_MS)),
  ]);
};

/** Ends abandoned uploads and deletes expired rows. */
export const cleanUp = periodicJob('delete-expired-data', cleanUpOnce, { formerly: ['sweep'] });
