import type { ResponseOf, Endpoint } from '@snimok/contract/endpoint';
import { ErrorResponse } from '@snimok/contract/fields';
import { expect } from 'vitest';
import type { TestReply } from './client.ts';

/** The answer as the contract promises it for this status, and nothing beside it. */
export const responseOf = <P extends Endpoint>({ schema, url }: P, reply: TestReply): ResponseOf<P> => {
  const shape = schema.response[reply.status];
  if (!shape) throw new Error(`${url} does not promise ${reply.status}: ${JSON.stringify(reply.body)}`);
  if (reply.status === 204) {
    expect(reply.body).toBe('');
    return undefined as ResponseOf<P>;
  }
  const answer = shape.parse(reply.body);
  expect(answer).toEqual(reply.body);
  return answer as ResponseOf<P>;
};

/** What a refusal says; it says nothing else. */
export const sentenceOf = ({ status, body }: TestReply): string => {
  const answer = ErrorResponse.strict().safeParse(body);
  if (!answer.success) throw new Error(`no refusal: ${status} ${JSON.stringify(body)}`);
  return answer.data.error;
};

/** Status and sentence of a refusal, to be compared at one look. */
export const refusal = (reply: TestReply): [status: number, sentence: string] => [
  reply.status,
  sentenceOf(reply),
];
