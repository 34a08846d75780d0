import { CallProblem } from '@snimok/api-client/call';
import { SendProblem } from '@snimok/api-client/send-problem';
import { type DeliveryContext, deliver } from '../delivery/deliver.ts';
import { listOpenDeliveries, type Delivery, updateDelivery } from '../ledger/deliveries.ts';
import { isUnauthorized, isTemporary } from '../portal/connection.ts';
import { readCredentials } from '../sign-in/credentials.ts';
import { sentences } from '../sentences.ts';

/** What a person has to mend is looked at again so often; the line, sooner. */
const HELD_AGAIN_MS = 10 * 60_000;
const LINE_AGAIN_MS = 15_000;

/**
 * Sends what the ledger holds, one part after the other, and never gives up on one that can still arrive.
 * Nothing is thrown: a service has nobody to throw it to.
 */
export function createDeliverAll(delivery: DeliveryContext, now: () => number = () => performance.now()) {
  const { desk, ledger } = delivery;
  const notBefore = new Map<number, number>();
  let lineAgainAt = 0;
  /** the token that the portal no longer knows */
  let dead: string | undefined;
  const token = () => readCredentials(desk.paths.credentials)?.token;

  async function carry(part: Delivery): Promise<void> {
    const after = await deliver(delivery, part);
    if (after.state === part.state && after.note === part.note) return wait(after);
    desk.print(sentences.deliveryState(after));
    wait(after);
  }

  const moving = () => listOpenDeliveries(ledger).filter(({ state }) => state !== 'held').length;
  const wait = (part: Delivery) => {
    if (part.state === 'held') notBefore.set(part.id, now() + HELD_AGAIN_MS);
  };

  function trouble(part: Delivery, problem: unknown): void {
    if (desk.stop.aborted) return;
    if (isUnauthorized(problem)) {
      dead = token() ?? '';
      desk.log('signed-out-by-portal');
      return desk.print(sentences.revokedWaiting);
    }
    if (isTemporary(problem)) {
      lineAgainAt = now() + LINE_AGAIN_MS;
      desk.log('no-answer', { part: part.id });
      return desk.print(sentences.portalUnreachable);
    }
    if (!(problem instanceof CallProblem || problem instanceof SendProblem)) throw problem;
    const said = problem instanceof CallProblem ? problem.error : problem.message;
    const gone = problem.status === 404 && part.studyID !== null;
    const note = said ?? sentences.unexpected(problem.status ?? 0);
    desk.log('refused', { part: part.id, status: problem.status ?? 0 });
    const after = updateDelivery(ledger, part.id, { state: gone ? 'failed' : 'held', note });
    wait(after);
    desk.print(sentences.deliveryState(after));
  }

  /** How many parts are on their way; those that wait for a person are not. */
  return async function deliverAll(): Promise<number> {
    if (dead !== undefined) {
      const fresh = token();
      if (fresh === undefined || fresh === dead) return moving();
      dead = undefined;
      desk.print(sentences.accessRestored);
    }
    for (const part of listOpenDeliveries(ledger)) {
      if (desk.stop.aborted || dead !== undefined || now() < lineAgainAt) break;
      if (now() < (notBefore.get(part.id) ?? 0)) continue;
      await carry(part).catch((problem) => trouble(part, problem));
    }
    return moving();
  };
}
