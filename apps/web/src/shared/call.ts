import { CallProblem, callerOf } from '@snimok/api-client/call';
import { endSession } from './session.ts';

export { CallProblem } from '@snimok/api-client/call';

/**
 * No response, or 502 and above: a repeated request may succeed. After any other error it would fail again.
 */
export const isTemporary = (reason: unknown): reason is CallProblem =>
  reason instanceof CallProblem && (reason.status === undefined || reason.status >= 502);

export const hasNoResponse = (reason: unknown): boolean =>
  reason instanceof CallProblem && reason.status === undefined;

/** Calls an endpoint of the contract: `call(getPatient, { params: { patientID } })`. */
export const call = callerOf({ address: '', onUnauthorized: endSession });
