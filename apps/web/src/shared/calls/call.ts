import { type Call, CallProblem, callerOf } from '@snimok/api-client/call';
import { sendConfirmed } from './confirmation.ts';
import { connection } from '../connection/connection.ts';
import { endSession } from '../session/session.ts';

export { CallProblem } from '@snimok/api-client/call';

/**
 * No response, or 502 and above: a repeated request may succeed. After any other error it would fail again.
 */
export const isTemporary = (reason: unknown): reason is CallProblem =>
  reason instanceof CallProblem && (reason.status === undefined || reason.status >= 502);

export const hasNoResponse = (reason: unknown): boolean =>
  reason instanceof CallProblem && reason.status === undefined;

const send = callerOf({ address: '', onUnauthorized: endSession });

const callOnce: Call = async (endpoint, ...input) => {
  const ended = connection.requested();
  try {
    const answer = await send(endpoint, ...input);
    connection.answered();
    return answer;
  } catch (reason) {
    // a load balancer answers with 503 when no server runs
    if (isTemporary(reason)) void connection.check();
    else if (reason instanceof CallProblem) connection.answered();
    throw reason;
  } finally {
    ended();
  }
};

/**
 * Calls an endpoint of the contract: `call(getPatient, { params: { patientID } })`. If the server first requires a
 * confirmation by password or factor, a dialog asks for it.
 */
export const call: Call = (endpoint, ...input) => sendConfirmed(() => callOnce(endpoint, ...input));
