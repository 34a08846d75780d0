import type { z } from 'zod';
import type { Access } from '../people/access.ts';

/**
 * One call of the API: the server spreads it into a route, a client passes it to `call`. `url` is relative to
 * `/api/1`, and `:name` is a path parameter. A response contains only the fields that `response` declares.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  access: Access;
  schema: {
    /** one line for the published OpenAPI document */
    summary: string;
    params?: z.ZodType;
    querystring?: z.ZodType;
    body?: z.ZodType;
    response: Record<number, z.ZodType>;
  };
}

type Input<P extends Endpoint, K extends 'params' | 'querystring' | 'body'> = P['schema'] extends {
  [key in K]: infer S extends z.ZodType;
}
  ? z.input<S>
  : undefined;

export type ParamsOf<P extends Endpoint> = Input<P, 'params'>;
export type QueryOf<P extends Endpoint> = Input<P, 'querystring'>;
export type BodyOf<P extends Endpoint> = Input<P, 'body'>;

/** The body of a successful response; a 204 has none. */
export type ResponseOf<P extends Endpoint> = {
  [Status in keyof P['schema']['response']]: P['schema']['response'][Status] extends z.ZodType
    ? z.output<P['schema']['response'][Status]>
    : never;
}[keyof P['schema']['response']];
