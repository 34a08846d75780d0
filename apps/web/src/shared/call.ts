import { CallProblem, callerOf } from '@snimok/api-client/call';
import { endSession } from './session.ts';

export { CallProblem, type CallInput } from '@snimok/api-client/call';

/** An answer that says no will say no again; silence and a server in trouble are worth another try. */
export const isTemporary = (reason: unknown): reason is CallProblem =>
  reason instanceof CallProblem && (reason.status === undefined || reason.status >= 502);

/** One promise of the contract kept: `call(getPatient, { params: { patientID } })`. */
export const call = callerOf({ address: '', onUnauthorized: endSession });
