import type { Endpoint } from '@snimok/contract/endpoint';
import { type Call, CallProblem } from '@snimok/api-client/call';

type Answer = (input: { params?: unknown; body?: unknown }) => unknown;

/** A portal that answers what the test says, call by call; whatever else is asked of it is a mistake of the test. */
export function fakePortal(answers: Record<string, Answer>) {
  const asked: string[] = [];
  const call = async (promise: Endpoint, input: object = {}) => {
    const name = `${promise.method} ${promise.url}`;
    asked.push(name);
    const answer = answers[name];
    if (!answer) throw new Error(`nobody told the small portal about ${name}`);
    return answer(input);
  };
  return { call: call as unknown as Call, asked };
}

export const refusal = (status: number | undefined, error?: string) => new CallProblem(status, error);
