import { renewPushDevice } from '@snimok/contract/people/notification-choices';
import { call, CallProblem } from '../calls/call.ts';
import { findSubscription, unsubscribePush } from './push.ts';

/**
 * Reports that this browser still gets the notices of the signed-in account. If they belong to another account, or the
 * device was switched off, the browser unsubscribes.
 */
export async function renewPush() {
  const subscription = await findSubscription();
  if (!subscription) return;
  try {
    await call(renewPushDevice, { body: subscription });
  } catch (reason) {
    const isEnded = reason instanceof CallProblem && [400, 404, 409].includes(reason.status ?? 0);
    if (isEnded) await unsubscribePush();
  }
}
