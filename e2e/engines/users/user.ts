import { type SignedIn, signIn } from '@snimok/contract/auth';
import { type Call, CallProblem, callerOf } from '@snimok/api-client/call';
import type { z } from 'zod';
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
  /** The same user in one of her concurrent activities, under whose name the calls are recorded. */
  during(activity: string): User;
}

const basic = ({ email, password }: Person) =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

export const signInUser = async (address: string, person: Person, log: CallLog): Promise<User> => {
  const reply = await fetch(`${address}/api/1${signIn.url}`, {
    method: signIn.method,
    headers: { authorization: basic(person), 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
  });
  if (!reply.ok) throw new Error(`${person.name} could not sign in: ${reply.status}`);
  const { user_id, realtime_token } = (await reply.json()) as z.infer<typeof SignedIn>;
  const cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const call = callerOf({ address, headers: () => ({ cookie }) });
  const userNamed = (name: string): User => {
    const recordedCall: Call = (endpoint, ...[input]) => {
      const options = { ...input, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) };
      const request = `${endpoint.method} ${endpoint.url}`;
      return log.record(name, request, () => call(endpoint, ...([options] as never)), answerOf);
    };
    const during = (activity: string) => userNamed(`${person.name}, ${activity}`);
    return { name, id: user_id, realtimeToken: realtime_token, call: recordedCall, during };
  };
  return userNamed(person.name);
};

const answerOf = (cause: unknown) =>
  cause instanceof CallProblem
    ? { status: cause.status ?? null, sentence: cause.error ?? null }
    : { status: null, sentence: String(cause) };
