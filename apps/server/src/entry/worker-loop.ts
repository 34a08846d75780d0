import { parseCronItems } from 'graphile-worker';
import { Registry } from 'prom-client';
import { checkAllOpenings, checkOpenings } from '../people/access-alerts/watch-openings.ts';
import { deleteExpired } from '../people/accounts/delete-expired.ts';
import { sendResetLink, sendResetLinkTo } from '../people/accounts/password-reset.ts';
import { chainEvents } from '../platform/audit/chain.ts';
import { exportHeads } from '../platform/audit/export-heads.ts';
import { forwardEvents } from '../platform/audit/forward.ts';
import { signDailyHead } from '../platform/audit/heads.ts';
import { chainAudit, forwardAudit, signAudit } from '../platform/audit/jobs.ts';
import { afterBackup } from './backup/pause-removals.ts';
import type { Context } from '../platform/context.ts';
import { DAY_MS } from '../platform/duration.ts';
import { after } from '../platform/outside/clock.ts';
import { openPool } from '../platform/db/client.ts';
import { deleteOldInvitations } from '../people/client-people/queries.ts';
import { deleteEndedGrants } from '../people/program-access/delete-ended-grants.ts';
import { enqueue, type Handler, handle, job } from '../platform/jobs/jobs.ts';
import { sendLetter } from '../platform/letters/jobs.ts';
import { deliverLetter, letterOutbox } from '../platform/letters/send.ts';
import { deliverNotice, noticeOutbox } from '../platform/notifications/deliver.ts';
import { sendNotice } from '../platform/notifications/jobs.ts';
import { maintainNotifications } from '../platform/notifications/maintain.ts';
import { maintainOutbox } from '../platform/outbox/maintain.ts';
import { eraseOldUndo } from '../office/reassignment/queries.ts';
import { maintainStudies, planMaintenance } from '../studies/lifecycle/jobs.ts';
import { runMaintenance, enqueueMaintenance } from '../studies/lifecycle/maintenance.ts';
import { reconcile, removeKeys } from '../studies/lifecycle/reconcile.ts';
import { remakePanorama } from '../studies/panorama/jobs.ts';
import { remakePanoramaOf } from '../studies/panorama/remake-panorama.ts';
import { examineArrivedBundles } from '../studies/processing/examine-bundles.ts';
import { processSentFiles } from '../studies/processing/process-upload.ts';
import { discardSentFiles } from '../studies/uploads/discard-files.ts';
import { endAbandonedUploads } from '../studies/processing/abandoned-uploads.ts';
import { deliverMessage, webhookOutbox } from '../platform/webhooks/deliver.ts';
import { sendMessage } from '../platform/webhooks/jobs.ts';
import { sweepPublications } from '../platform/realtime/queries.ts';
import { runDesktop } from '../viewing/remote-desktop/jobs.ts';
import { deleteAbandonedDesktops } from '../viewing/remote-desktop/queries.ts';
import { runRemoteDesktop } from '../viewing/remote-desktop/run-desktop.ts';
import { closeReception, closeReceptionOf } from '../office/stow/close-reception.ts';
import { eraseObjectsOf, eraseRowsOf } from '../office/erasure/erase.ts';
import { beginErasureOf, erasePatientObjects, erasePatientRows } from '../office/erasure/jobs.ts';
import { beginConfirmed, expireOldRequests } from '../office/erasure/requests.ts';
import { shareReferredStudyOf } from '../office/referrals/share-referred.ts';
import { discardUnsentAttachment } from '../office/messenger/attachments/discard.ts';
import { discardAttachment } from '../office/messenger/attachments/jobs.ts';
import { remindOfBooking, remindPatient } from '../office/schedule/jobs.ts';
import { sendReminder } from '../office/schedule/letters.ts';
import { sendPatientReminder } from '../office/schedule/patient-reminders.ts';
import { makeMetadata, makeRendition, reconcileObject, removeUnusedKeys } from '../studies/objects/jobs.ts';
import { maintainListCursors, shareReferredStudy } from '../studies/studies/jobs.ts';
import { maintainCursors } from '../studies/studies/cursors.ts';
import { discardParts, discardUpload, examineBundles, processUpload } from '../studies/uploads/jobs.ts';
import { removeParts } from '../studies/uploads/parts.ts';
import { makeMetadataOf } from '../studies/metadata/make-metadata.ts';
import { segmentObject } from '../studies/segmentations/jobs.ts';
import { segmentObjectOf } from '../studies/segmentations/segment-object.ts';
import { removeOldDiscs } from '../studies/discs/discs.ts';
import { makeDisc } from '../studies/discs/jobs.ts';
import { makeDiscOf } from '../studies/discs/make-disc.ts';
import { makeRenditionOf } from '../studies/renditions/make-rendition.ts';
import { logJobEvents } from '../platform/jobs/log-job-events.ts';
import { deleteOldAnswers } from '../platform/answered-requests/once.ts';
import { runEach } from '../platform/jobs/run-each.ts';
import { startPool } from '../platform/jobs/worker-pool.ts';
import { releaseAbandonedJobs } from '../platform/jobs/worker-rescue.ts';

const cleanUp = job<Record<string, never>>('sweep', 1);

/** Runs every minute: ends abandoned uploads and deletes expired rows. */
const cleanUpAll = (context: Context): Promise<void> => {
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

/** One at a time, since the processing of one study uses all cores. */
const heavy: Handler[] = [handle(processUpload, processSentFiles)];
const light: Handler[] = [
  handle(discardUpload, afterBackup(discardUpload, discardSentFiles)),
  handle(discardParts, removeParts),
  handle(cleanUp, cleanUpAll),
  handle(chainAudit, chainEvents),
  handle(checkOpenings, checkAllOpenings),
  handle(signAudit, async (context) => {
    await signDailyHead(context);
    await exportHeads(context);
  }),
  handle(forwardAudit, (context, _nothing, signal) => forwardEvents(context, signal)),
  handle(remindOfBooking, sendReminder),
  handle(shareReferredStudy, shareReferredStudyOf),
  handle(discardAttachment, discardUnsentAttachment),
  handle(remindPatient, sendPatientReminder),
  handle(closeReception, closeReceptionOf),
  handle(sendResetLink, sendResetLinkTo),
  handle(planMaintenance, enqueueMaintenance),
  handle(maintainStudies, (context, _nothing, signal) => runMaintenance(context, signal)),
  handle(removeUnusedKeys, afterBackup(removeUnusedKeys, removeKeys)),
  handle(beginErasureOf, beginConfirmed),
  handle(erasePatientRows, eraseRowsOf),
  handle(erasePatientObjects, afterBackup(erasePatientObjects, eraseObjectsOf)),
  handle(maintainListCursors, ({ db }) => maintainCursors(db)),
];
/** In a pool of its own, since a mail server may take a minute to answer. */
const letters: Handler[] = [handle(sendLetter, deliverLetter)];
/** In a pool of its own, since receivers of other companies may take ten seconds to answer. */
const webhooks: Handler[] = [handle(sendMessage, deliverMessage)];
/** In a pool of its own, since gateways and push services may take as long. */
const notices: Handler[] = [handle(sendNotice, deliverNotice)];
/** In a pool of its own, since copying objects between stores takes long. */
const moving: Handler[] = [handle(reconcileObject, reconcile)];
/** Uses all cores as well, but has a pool of its own, since a user may be waiting in the viewer. */
const viewing: Handler[] = [handle(makeRendition, makeRenditionOf), handle(remakePanorama, remakePanoramaOf)];
/**
 * In a pool of its own, since users may be waiting while another study is processed or a rendition is made: a DICOMweb
 * client, and an assistant who watches an upload. Each job takes a few seconds.
 */
const describing: Handler[] = [
  handle(makeMetadata, makeMetadataOf),
  handle(examineBundles, examineArrivedBundles),
];
/** In a pool of its own, because a segmentation takes about a minute of CPU time and would delay the viewer's jobs. */
const segmenting: Handler[] = [handle(segmentObject, segmentObjectOf)];
/** In a pool of its own, because a disc takes some seconds of CPU time for which a user waits. */
const writing: Handler[] = [handle(makeDisc, makeDiscOf)];
/** Each job runs as long as its desktop is in use. */
const desktops: Handler[] = [handle(runDesktop, runRemoteDesktop)];

const pools = [
  { handlers: heavy, concurrency: 1 },
  { handlers: light, concurrency: 4 },
  { handlers: letters, concurrency: 3 },
  { handlers: webhooks, concurrency: 4 },
  { handlers: notices, concurrency: 4 },
  { handlers: moving, concurrency: 2 },
  { handlers: viewing, concurrency: 1 },
  { handlers: describing, concurrency: 1 },
  { handlers: segmenting, concurrency: 1 },
  { handlers: writing, concurrency: 1 },
];

/** Periodic jobs, each enqueued once a minute however many workers run. */
const periodic = [
  cleanUp,
  chainAudit,
  signAudit,
  forwardAudit,
  checkOpenings,
  planMaintenance,
  maintainListCursors,
].map(({ name }) => name);

/** A pool with those of its handlers that do these jobs, and with its periodic jobs. */
const poolFor = (jobs: readonly string[] | undefined, handlers: Handler[]) => {
  const chosen = handlers.filter(({ name }) => !jobs || jobs.includes(name));
  const cron = chosen
    .filter(({ name }) => periodic.includes(name))
    .map(({ name }) => ({ task: name, match: '* * * * *', identifier: name }));
  return { handlers: chosen, cron: parseCronItems(cron) };
};

/** One connection to listen on for each worker pool, and some to take and return jobs. */
const QUEUE_CONNECTIONS = 16;
/** The queries of the queue are short; a connection that does not answer for longer is lost. */
const QUEUE_TIMEOUTS = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };

interface WorkerLoop {
  /** Waits for running jobs; those that support it are aborted and returned to the queue. */
  stop(): Promise<void>;
}

export const startWorker = async (
  context: Context,
  /** Registry for the metrics of jobs. */
  registry = new Registry(),
  /** The only jobs to be done; all if absent. */
  jobs?: readonly string[],
): Promise<WorkerLoop> => {
  const stopping = new AbortController();
  const instrument = logJobEvents(registry);
  // a database pool of its own, since the listening connections of the workers would be missing for jobs and requests
  const queue = openPool(context.pool.options.connectionString ?? '', {
    max: QUEUE_CONNECTIONS,
    ...QUEUE_TIMEOUTS,
  });
  const shared = { context, instrument, queue, stopping: stopping.signal };
  const { remoteViewer, remoteDesktop } = context.config;
  if (remoteViewer === 'desktop') await context.workstation.removeLeftovers();
  const desktopPools =
    remoteViewer === 'desktop' ? [{ handlers: desktops, concurrency: remoteDesktop.maxSessions }] : [];
  const all = [...pools, ...desktopPools];
  const known = [...pools.flatMap(({ handlers }) => handlers), ...desktops].map(({ name }) => name);
  const unknown = jobs?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`no worker does the jobs ${unknown.join(', ')}`);
  const started: { stop(): Promise<void> }[] = [];
  for (const { handlers, concurrency } of all) {
    const pool = poolFor(jobs, handlers);
    if (pool.handlers.length > 0) started.push(await startPool({ ...shared, ...pool, concurrency }));
  }
  // the periodic job runs only at the next full minute, so the first maintenance is planned here
  await enqueue(context.db, planMaintenance, {}, { key: planMaintenance.name });
  const rescue = await releaseAbandonedJobs(context, queue);
  return {
    async stop() {
      stopping.abort();
      await rescue.stop();
      await Promise.all(started.map((pool) => pool.stop()));
      await queue.end();
    },
  };
};
