import { type Call, CallProblem, callerOf } from '@snimok/api-client/call';
import { signInByAPI } from '../../portal/api-sign-in.ts';
import type { Person } from '../../portal/portal.ts';
import type { CallLog } from './call-log.ts';

/** A call that takes longer counts as unanswered. */
export const CALL_TIMEOUT_MS = 30_000;

/** A signed-in user who works by API calls, all of which are recorded in the call log. */
export interface User {
  name: string;
  id: number;
  realtimeToken: string;
  call: Call;
  /** The same user in one of several concurrent activities, under whose name the calls are recorded. */
  during(activity: string): User;
}

export const signInUser = async (address: string, person: Person, log: CallLog): Promise<User> => {
  const { cookie, signedIn } = await signInByAPI(address, person);
  const call = callerOf({ address, headers: () => ({ cookie }) });
  const userNamed = (name: string): User => {
    const recordedCall: Call = (endpoint, ...[input]) => {
      const options = { ...input, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) };
      const request = `${endpoint.method} ${endpoint.url}`;
      return log.record(name, request, () => call(endpoint, ...([options] as never)), answerOf);
    };
    const during = (activity: string) => userNamed(`${person.name}, ${activity}`);
    return { name, id: signedIn.user_id, realtimeToken: signedIn.realtime_token, call: recordedCall, during };
  };
  return userNamed(person.name);
};

const answerOf = (cause: unknown) =>
  cause instanceof CallProblem
    ? { status: cause.status ?? null, sentence: cause.error ?? null }
    : { status: null, sentence: String(cause) };
