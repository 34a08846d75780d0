import { CallProblem } from '@snimok/api-client/call';
import { SendProblem } from '@snimok/api-client/transfer/send-problem';
import { deliver, type DeliveryContext } from '../delivery/deliver.ts';
import { type Delivery, listOpenDeliveries, updateDelivery } from '../ledger/deliveries.ts';
import { isTemporary, isUnauthorized } from '../portal/connection.ts';
import { readCredentials } from '../portal/credentials.ts';
import { sentences } from '../program/sentences.ts';

/**
 * Pauses before a new attempt: for deliveries that a person has to resolve, and for a portal that does not answer.
 */
const HELD_RETRY_MS = 10 * 60_000;
const PORTAL_RETRY_MS = 15_000;

/**
 * Returns a function that advances all open deliveries of the ledger, one after the other. Problems are printed and
 * logged, because a service has no caller to throw them to; the delivery stays open unless it can never succeed.
 */
export function createDeliverAll(context: DeliveryContext, now: () => number = () => performance.now()) {
  const { paths, ledger, log, print, stop } = context;
  /** when held deliveries are tried again, by id */
  const retryAt = new Map<number, number>();
  let portalRetryAt = 0;
  /** the token that the portal has rejected */
  let rejectedToken: string | undefined;
  const token = () => readCredentials(paths.credentials)?.token;

  async function deliverOne(delivery: Delivery): Promise<void> {
    const after = await deliver(context, delivery);
    if (after.state !== delivery.state || after.note !== delivery.note) print(sentences.deliveryState(after));
    delayIfHeld(after);
  }

  const countInProgress = () => listOpenDeliveries(ledger).filter(({ state }) => state !== 'held').length;
  const delayIfHeld = ({ id, state }: Delivery) => {
    if (state === 'held') retryAt.set(id, now() + HELD_RETRY_MS);
  };

  function handleProblem(delivery: Delivery, problem: unknown): void {
    if (stop.aborted) return;
    if (isUnauthorized(problem)) {
      rejectedToken = token() ?? '';
      log('signed-out-by-portal');
      return print(sentences.revokedWaiting);
    }
    if (isTemporary(problem)) {
      portalRetryAt = now() + PORTAL_RETRY_MS;
      log('no-answer', { part: delivery.id });
      return print(sentences.portalUnreachable);
    }
    if (!(problem instanceof CallProblem || problem instanceof SendProblem)) throw problem;
    const sentence = problem instanceof CallProblem ? problem.error : problem.message;
    const isStudyDeleted = problem.status === 404 && delivery.studyID !== null;
    const note = sentence ?? sentences.unexpected(problem.status ?? 0);
    log('refused', { part: delivery.id, status: problem.status ?? 0 });
    const after = updateDelivery(ledger, delivery.id, { state: isStudyDeleted ? 'failed' : 'held', note });
    delayIfHeld(after);
    print(sentences.deliveryState(after));
  }

  /** Returns how many deliveries are in progress, without those that wait for a person. */
  return async function deliverAll(): Promise<number> {
    if (rejectedToken !== undefined) {
      const current = token();
      if (current === undefined || current === rejectedToken) return countInProgress();
      rejectedToken = undefined;
      print(sentences.accessRestored);
    }
    for (const delivery of listOpenDeliveries(ledger)) {
      if (stop.aborted || rejectedToken !== undefined || now() < portalRetryAt) break;
      // a person may have decided about the delivery meanwhile, so that it is no longer held
      if (delivery.state === 'held' && now() < (retryAt.get(delivery.id) ?? 0)) continue;
      await deliverOne(delivery).catch((problem) => handleProblem(delivery, problem));
    }
    return countInProgress();
  };
}
