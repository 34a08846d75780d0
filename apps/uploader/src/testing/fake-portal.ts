import type { Endpoint } from '@snimok/contract/platform/endpoint';
import { type Call, CallProblem } from '@snimok/api-client/call';

type Answer = (input: { params?: unknown; body?: unknown }) => unknown;

/** A `Call` with an answer per endpoint (`METHOD /url`); a call without one fails the test. */
export function fakePortal(answers: Record<string, Answer>): Call {
  const call = async (endpoint: Endpoint, input: object = {}) => {
    const name = `${endpoint.method} ${endpoint.url}`;
    const answer = answers[name];
    if (!answer) throw new Error(`the fake portal has no answer for ${name}`);
    return answer(input);
  };
  return call as unknown as Call;
}

export const refusal = (status: number | undefined, error?: string) => new CallProblem(status, error);
