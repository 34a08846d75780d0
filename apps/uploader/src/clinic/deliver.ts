import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClaimedDelivery, claimDelivery, reportDelivery } from '@snimok/contract/viewing/deliveries';
import { CallProblem } from '@snimok/api-client/call';
import type { z } from 'zod';
import { tlsOptions, type TLSTrust } from '@snimok/dicom-network/connection';
import { PeerProblem, Unavailable } from '@snimok/dicom-network/problems';
import { openLedger } from '../ledger/ledger.ts';
import { isTemporary, isUnauthorized, openPortal, toExitError } from '../portal/connection.ts';
import type { CommandContext, PortalContext } from '../program/context.ts';
import { sentences } from '../program/sentences.ts';
import { fetchStudy } from './fetch-study.ts';
import { sendStudy } from './send-study.ts';
import { pause } from '../program/pause.ts';

type Claimed = z.output<typeof ClaimedDelivery>;

interface DeliverOptions {
  /** for destinations with TLS */
  trust: TLSTrust;
  /** end when nothing waits */
  once: boolean;
}

/** The portal gives a study to another program two minutes after the last report. */
const REPORT_EVERY_MS = 30_000;
/** The pauses add up to about half an hour: longer than a computer at a clinic takes to install its updates. */
const PAUSES_MS = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 300_000, 600_000];
/**
 * How long the files of an attempt are kept on a computer that was switched off; meanwhile another one may have
 * sent the study.
 */
const KEEP_MS = 24 * 60 * 60_000;
const CLEAN_EVERY_MS = 60 * 60_000;
/** The limit of `reportDelivery`. */
const MAX_REASON = 300;
/** Each delivery has its own destination and a downloaded study on the disk. */
const MAX_AT_ONCE = 4;
/** How long the portal may delay its answer if nothing waits. */
const WAIT_SECONDS = 20;
const PORTAL_PAUSE_MS = 15_000;

/** `snimok deliver`: sends the finished studies of a client to the programs at its clinic, until it is stopped. */
export const deliver = async (command: CommandContext, options: DeliverOptions): Promise<void> => {
  const context = openPortal(command);
  const { print, log } = context;
  // one on this computer; between computers the portal decides
  const ledger = openLedger(context.paths.ledgers, `deliver ${context.portal}`);
  try {
    log('delivering');
    print(sentences.delivering);
    await deliverAll(context, options);
  } finally {
    ledger.close();
  }
};

/** Sends to several destinations at once: one that does not answer delays only its own studies. */
const deliverAll = async (context: PortalContext, options: DeliverOptions): Promise<void> => {
  const { stop, paths } = context;
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const start = (claimed: Claimed): void => {
    const delivery = deliverStudy(context, claimed, options)
      .catch((problem) => void failures.push(problem))
      .finally(() => running.delete(delivery));
    running.add(delivery);
  };
  for (let cleanAt = 0; !stop.aborted && failures.length === 0;) {
    if (Date.now() >= cleanAt) {
      await removeOldFolders(paths.ledgers);
      cleanAt = Date.now() + CLEAN_EVERY_MS;
    }
    const claimed = await claimNext(context, options.once ? 0 : WAIT_SECONDS);
    if (claimed) start(claimed);
    else if (options.once && running.size === 0) return;
    // the end of a delivery frees its destination for the next claim
    if (running.size >= MAX_AT_ONCE || (!claimed && options.once)) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
};

const FOLDER = 'delivery-';

const removeOldFolders = async (ledgers: string): Promise<void> => {
  for (const name of await readdir(ledgers)) {
    if (!name.startsWith(FOLDER)) continue;
    const path = join(ledgers, name);
    // deleted meanwhile: nothing is left to remove
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - KEEP_MS) await rm(path, { recursive: true, force: true });
  }
};

/** Null if nothing waits, or the portal does not respond. */
const claimNext = async (
  { call, stop, print, log }: PortalContext,
  wait: number,
): Promise<Claimed | null> => {
  try {
    return (await call(claimDelivery, { query: { wait } })).delivery;
  } catch (problem) {
    if (isUnauthorized(problem) || !(problem instanceof CallProblem)) throw toExitError(problem);
    if (problem.status === 403) throw toExitError(problem);
    log('portal-unavailable', { status: problem.status ?? null });
    print(sentences.portalUnavailable);
    await pause(PORTAL_PAUSE_MS, stop);
    return null;
  }
};

const deliverStudy = async (
  context: PortalContext,
  claimed: Claimed,
  options: DeliverOptions,
): Promise<void> => {
  const { call, stop, log, print } = context;
  const { deliveryID, studyID, destination } = claimed;
  const { destinationID } = destination;
  const report = (body: { status: 'sending' | 'sent' | 'failed'; reason?: string }) =>
    call(reportDelivery, { params: { deliveryID }, body });
  const lost = new AbortController();
  // the portal rechecks the access with every report
  const timer = setInterval(() => {
    report({ status: 'sending' }).catch((problem) => {
      if (!isTemporary(problem)) lost.abort();
    });
  }, REPORT_EVERY_MS);
  const signal = AbortSignal.any([stop, lost.signal]);
  const folder = join(context.paths.ledgers, `${FOLDER}${studyID}-${destinationID}`);
  log('delivery', { deliveryID, studyID, destinationID });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const count = await attempt(context, claimed, { folder, signal, trust: options.trust });
    await untilReported(() => report({ status: 'sent' }), signal);
    await rm(folder, { recursive: true, force: true });
    log('delivered', { deliveryID, studyID, destinationID, instances: count });
    print(sentences.delivered(studyID, destination.name, count));
  } catch (problem) {
    if (stop.aborted) return;
    log('not-delivered', { deliveryID, studyID, destinationID, ...problemForLog(problem) });
    if (lost.signal.aborted || isFinal(problem)) {
      await rm(folder, { recursive: true, force: true });
      return print(sentences.deliveryEnded(studyID));
    }
    const reason = reasonOf(problem);
    print(sentences.notDelivered(studyID, destination.name, reason));
    await untilReported(
      () => report({ status: 'failed', reason: reason.slice(0, MAX_REASON) }),
      signal,
    ).catch((failure) => {
      if (!stop.aborted) log('failure-not-reported', { deliveryID, ...problemForLog(failure) });
    });
    // the confirmations so far say nothing about the study that the doctor sends again later
    if (!stop.aborted) await rm(folder, { recursive: true, force: true });
  } finally {
    clearInterval(timer);
  }
};

/** The portal has withdrawn the study. */
const isFinal = (problem: unknown) =>
  problem instanceof CallProblem && !isTemporary(problem) && problem.status !== 401;

const problemForLog = (problem: unknown) => ({
  problem: problem instanceof Error ? problem.name : 'unknown',
  ...(problem instanceof PeerProblem && { kind: problem.kind, details: problem.message }),
});

/** The doctor reads it in the portal. */
const reasonOf = (problem: unknown): string => {
  if (!(problem instanceof PeerProblem)) return sentences.studyNotRead;
  switch (problem.kind) {
    case 'connection':
      return sentences.destinationSilent;
    case 'rejected':
      return sentences.destinationRejected;
    case 'unsupported':
      return sentences.destinationUnsupported;
    case 'status':
      return sentences.destinationStatus(problem.message);
    case 'empty':
      return sentences.noInstances;
  }
};

interface Attempt {
  folder: string;
  signal: AbortSignal;
  trust: TLSTrust;
}

/** Downloads and sends the study; repeats both while the portal or the destination is unavailable. */
const attempt = async (
  { log }: PortalContext,
  { destination, ...study }: Claimed,
  { folder, signal, trust }: Attempt,
): Promise<number> => {
  const { host, port, calledAET: called, callingAET: calling, tls } = destination;
  const peer = { host, port, tls: tls ? tlsOptions(trust) : null };
  const zip = join(folder, 'study.zip');
  for (let failures = 0; ; failures += 1) {
    try {
      await fetchStudy(study, zip, signal);
      return await sendStudy({ zip, sent: join(folder, 'sent'), peer, called, calling, signal });
    } catch (problem) {
      const canRetry =
        problem instanceof Unavailable || (problem instanceof CallProblem && isTemporary(problem));
      const pause = PAUSES_MS[failures];
      if (signal.aborted || !canRetry || pause === undefined) throw problem;
      log('delivery-paused', { studyID: study.studyID, seconds: pause / 1000 });
      await sleep(pause, undefined, { signal });
    }
  }
};

/** Repeats the report until the portal has received it, because otherwise the study would be sent again. */
const untilReported = async (report: () => Promise<unknown>, signal: AbortSignal): Promise<void> => {
  for (;;) {
    try {
      await report();
      return;
    } catch (problem) {
      if (!isTemporary(problem)) throw problem;
      await sleep(PORTAL_PAUSE_MS, undefined, { signal });
    }
  }
};
