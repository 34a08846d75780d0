import type { z } from 'zod';

/**
 * A promise is one call of the portal: what the server spreads into a route and what the web app hands to `call`.
 * `url` is below `/api/1`; `:name` stands for a path parameter. Replies carry only what `response` declares.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  schema: {
    /** One line for the published OpenAPI. */
    summary: string;
    params?: z.ZodType;
    querystring?: z.ZodType;
    body?: z.ZodType;
    response: Record<number, z.ZodType>;
  };
}

type Part<P extends Endpoint, K extends 'params' | 'querystring' | 'body'> = P['schema'] extends {
  [key in K]: infer S extends z.ZodType;
}
  ? z.input<S>
  : undefined;

export type ParamsOf<P extends Endpoint> = Part<P, 'params'>;
export type QueryOf<P extends Endpoint> = Part<P, 'querystring'>;
export type BodyOf<P extends Endpoint> = Part<P, 'body'>;

/** What a successful call answers; a 204 answers nothing. */
export type AnswerOf<P extends Endpoint> = {
  [Status in keyof P['schema']['response']]: P['schema']['response'][Status] extends z.ZodType
    ? z.output<P['schema']['response'][Status]>
    : never;
}[keyof P['schema']['response']];
