import { callerOf } from '@snimok/sending/call';
import { endSession } from './session.ts';

export { CallProblem, type CallInput } from '@snimok/sending/call';

/** One promise of the contract kept: `call(getPatient, { params: { patientID } })`. */
export const call = callerOf({ address: '', onUnauthorized: endSession });
