import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedDelivery, NewDestination } from '@snimok/contract/viewing/deliveries';
import type { z } from 'zod';
import type { ReceivingProgram } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { findObject } from '../../studies/objects/queries.ts';
import { presignDownload } from '../../studies/studies/downloads/download.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { openObject } from '../../studies/studies/study-rows/study-state.ts';
import { presentDestination } from './present.ts';
import {
  claimNext,
  findClaimed,
  findDestination,
  insertDestination,
  listDestinationsOf,
  queueNewStudies,
  updateDelivery,
} from './queries.ts';
import { sentences } from './sentences.ts';

const MAX_DESTINATIONS = 10;
/** A program reports every half minute. */
const LEASE_MS = 2 * 60_000;
const LOOK_EVERY_MS = 1_000;

export const addDestination = (
  { db, clock }: Context,
  who: Parameters<typeof listDestinationsOf>[1],
  doctorID: number,
  { calledAET, callingAET, ...destination }: z.output<typeof NewDestination>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    if ((await listDestinationsOf(tx, who, doctorID)).length >= MAX_DESTINATIONS)
      throw conflict(sentences.tooManyDestinations);
    const titles = { calledAet: calledAET, callingAet: callingAET };
    return insertDestination(tx, { ...destination, ...titles, doctorID, createdAt: clock.now() });
  });

/** Waits for a study to send and gives it to the program; null after a while without one, or when the request ends. */
export const claimForProgram = async (
  context: Context,
  who: ReceivingProgram,
  { origin, waitMs, signal }: { origin: string; waitMs: number; signal: AbortSignal },
): Promise<z.output<typeof ClaimedDelivery> | null> => {
  const stopAt = performance.now() + waitMs;
  for (;;) {
    const claimed = await claimOnce(context, who, origin);
    if (claimed || performance.now() > stopAt || signal.aborted) return claimed;
    // rejects when the caller has disconnected, which the condition above checks
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
};

const claimOnce = async (context: Context, who: ReceivingProgram, origin: string) => {
  const { db, clock } = context;
  const now = clock.now();
  const claimed = await db.transaction().execute(async (tx) => {
    await queueNewStudies(tx, who.clientID, now);
    return claimNext(tx, who, { grantID: who.grantID, now, leasedUntil: after(now, LEASE_MS) });
  });
  if (!claimed) return null;
  const { deliveryID, studyID, destinationID } = claimed;
  const study = await findStudy(db, who, studyID);
  const { sizeBytes, sha256 } = await findObject(db, openObject(study));
  const destination = presentDestination(await findDestination(db, who, destinationID));
  const { presignedURL } = await presignDownload(context, who, study, origin);
  return { deliveryID, studyID, destination, presignedURL, sizeBytes, sha256: sha256.toString('hex') };
};

/**
 * Records what the program reports. The study is looked up again, so that a report on a study that was moved,
 * archived or deleted meanwhile ends the delivery.
 * @throws Problem 404, 409
 */
export const recordReport = async (
  { db, clock }: Context,
  who: ReceivingProgram,
  deliveryID: number,
  { status, reason }: { status: 'sending' | 'sent' | 'failed'; reason?: string | undefined },
): Promise<void> => {
  const { grantID } = who;
  const claimed = await findClaimed(db, who, deliveryID, grantID);
  if (!claimed) throw conflict(sentences.deliveryLost);
  openObject(await findStudy(db, who, claimed.studyID));
  const now = clock.now();
  const change =
    status === 'sending'
      ? { leasedUntil: after(now, LEASE_MS) }
      : {
          status,
          leasedUntil: null,
          finishedAt: now,
          reason: status === 'failed' ? (reason ?? sentences.deliveryFailed) : null,
        };
  if (!(await updateDelivery(db, { deliveryID, grantID }, change))) throw conflict(sentences.deliveryLost);
};
