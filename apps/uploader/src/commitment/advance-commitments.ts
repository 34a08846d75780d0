import type { Call } from '@snimok/api-client/call';
import {
  type Commitment,
  listOpenCommitments,
  recordReport,
  removeOldCommitments,
} from '../ledger/commitments.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Log } from '../program/log-file.ts';
import type { TLSIdentity } from '../machines/tls.ts';
import { callBack, NotTaken } from './call-back.ts';
import type { Callback } from './callbacks.ts';
import { type CommitmentEvent, eventOf } from './event.ts';
import type { OpenAssociations } from './open-associations.ts';
import { verifyCommitment } from './verify.ts';

/** The first pause between two questions to the portal about one request; it doubles up to the longest. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** The pause between two attempts to call a machine back. */
const CALL_BACK_PAUSE_MS = 60_000;
/** A machine that could not be reached for this long will not ask again. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

interface AdvanceOptions {
  ledger: Ledger;
  call: Call;
  log: Log;
  /** our AE title */
  aet: string;
  tls: TLSIdentity | undefined;
  /** how long an instance may take until it is in the portal */
  waitMs: number;
  callbacks: Map<string, Callback>;
  associations: OpenAssociations;
  now?: () => number;
}

/**
 * Returns a function that advances the requests for storage commitment: it asks the portal, decides, and reports to the machines.
 * Undecided and unreported requests are in the ledger and continue after a restart.
 */
export function createAdvanceCommitments({ now = Date.now, ...options }: AdvanceOptions) {
  const { ledger, call, log, waitMs } = options;
  const pauses = new Map<number, { ms: number; until: number }>();
  const callBackAt = new Map<string, number>();

  async function isDecided(commitment: Commitment): Promise<boolean> {
    const { id, decidedMs } = commitment;
    if (decidedMs !== null) return true;
    const pause = pauses.get(id);
    if (pause && now() < pause.until && now() - commitment.receivedMs < waitMs) return false;
    const decided = await verifyCommitment({ ledger, call, waitMs, now }, commitment);
    const ms = Math.min(pause ? pause.ms * 2 : FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    if (decided) pauses.delete(id);
    else pauses.set(id, { ms, until: now() + ms });
    return decided;
  }

  async function report(commitment: Commitment): Promise<boolean> {
    const { station, transactionUID } = commitment;
    const { associations, callbacks } = options;
    const peers = associations.of(commitment);
    const callback = now() < (callBackAt.get(station) ?? 0) ? undefined : callbacks.get(station);
    // checked before the result is read, because it may have thousands of instances
    if (peers.length === 0 && !callback) return false;
    const event = eventOf(ledger, commitment);
    for (const peer of peers) {
      if (await peer.report(event)) return true;
      // without this, a machine that does not answer would delay every pass by the time limit of a report
      associations.forget(peer);
    }
    if (!callback) return false;
    return callBack(callback, event, options).then(
      () => true,
      (problem: unknown) => {
        if (!(problem instanceof NotTaken)) throw problem;
        callBackAt.set(station, now() + CALL_BACK_PAUSE_MS);
        log('commitment-not-reported', { transactionUID, station, why: problem.message });
        return false;
      },
    );
  }

  const logReported = ({ transactionUID, station }: Commitment, { stored, failed }: CommitmentEvent) =>
    log('commitment-reported', { transactionUID, station, stored: stored.length, failed: failed.length });

  return async function advanceCommitments(): Promise<void> {
    removeOldCommitments(ledger, now() - KEEP_MS);
    for (const commitment of listOpenCommitments(ledger)) {
      try {
        if (!(await isDecided(commitment)) || !(await report(commitment))) continue;
        recordReport(ledger, commitment.id, now());
        logReported(commitment, eventOf(ledger, commitment));
      } catch (problem) {
        const { message } = problem as Error;
        log('commitment-waits', { transactionUID: commitment.transactionUID, why: message });
        // the portal does not answer, so nothing else can be asked either
        return;
      }
    }
  };
}
