import type { ResponseOf, Endpoint } from '@snimok/contract/platform/endpoint';
import { ErrorResponse } from '@snimok/contract/values/fields';
import { expect } from 'vitest';
import type { TestReply } from './client.ts';

/** Returns the response body. Fails unless it has exactly the fields that the endpoint declares for the status. */
export const responseOf = <P extends Endpoint>({ schema, url }: P, reply: TestReply): ResponseOf<P> => {
  const shape = schema.response[reply.status];
  if (!shape) throw new Error(`${url} does not declare ${reply.status}: ${JSON.stringify(reply.body)}`);
  if (reply.status === 204) {
    expect(reply.body).toBe('');
    return undefined as ResponseOf<P>;
  }
  const body = shape.parse(reply.body);
  expect(body).toEqual(reply.body);
  return body as ResponseOf<P>;
};

/** The sentence of an error response. Fails if the body has other fields. */
export const sentenceOf = ({ status, body }: TestReply): string => {
  const parsed = ErrorResponse.strict().safeParse(body);
  if (!parsed.success) throw new Error(`Not an error response: ${status} ${JSON.stringify(body)}`);
  return parsed.data.error;
};

/** Status and sentence of an error response. */
export const refusal = (reply: TestReply): [status: number, sentence: string] => [
  reply.status,
  sentenceOf(reply),
];
