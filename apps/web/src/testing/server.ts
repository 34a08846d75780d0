import type { BodyOf, Endpoint, ResponseOf } from '@snimok/contract/platform/endpoint';
import { z } from 'zod';

/** What a component has sent. */
interface Sent<P extends Endpoint> {
  params: Record<string, string>;
  query: Record<string, string>;
  body: BodyOf<P>;
  headers: Headers;
}

interface Refusal {
  status: number;
  /** the sentence of the server */
  error: string;
  retryAfterSeconds?: number;
}

type Reply = (sent: Sent<Endpoint>) => Response | Promise<Response>;

interface Route {
  endpoint: Endpoint;
  pattern: RegExp;
  calls: Sent<Endpoint>[];
  reply: Reply;
}

const PARAM = /:(\w+)/g;

/**
 * The server as a component sees it, in the place of `fetch`: it knows only the endpoints that the test names, answers with
 * what the contract declares, and refuses requests that the contract does not permit. `problems` are reasons to fail the test.
 */
export class FakeServer {
  readonly problems: string[] = [];
  /** false: no request gets an answer, as without a network */
  isReachable = true;
  readonly #routes: Route[] = [];

  /** Answers each call; `calls` are those that have arrived. A later answer to the same endpoint replaces this one. */
  answer<P extends Endpoint>(
    endpoint: P,
    answer: ResponseOf<P> | ((sent: Sent<P>) => ResponseOf<P> | Promise<ResponseOf<P>>),
  ): Sent<P>[] {
    const isFunction = (value: unknown): value is (sent: Sent<P>) => ResponseOf<P> | Promise<ResponseOf<P>> =>
      typeof value === 'function';
    return this.#add(endpoint, async (sent) => {
      const body = isFunction(answer) ? await answer(sent as Sent<P>) : answer;
      return body === undefined ? new Response(null, { status: 204 }) : Response.json(body);
    });
  }

  /** Answers each call with bytes, as an endpoint whose response is a file. */
  answerBytes<P extends Endpoint>(
    endpoint: P,
    bytesOf: (sent: Sent<P>) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
  ): Sent<P>[] {
    return this.#add(endpoint, async (sent) => new Response(await bytesOf(sent as Sent<P>)));
  }

  /** Refuses each call. */
  refuse<P extends Endpoint>(endpoint: P, { status, error, retryAfterSeconds }: Refusal): Sent<P>[] {
    const headers = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : undefined;
    return this.#add(endpoint, () => Response.json({ error }, { status, headers }));
  }

  /** Gives no response to any call, as without a network. */
  drop<P extends Endpoint>(endpoint: P): Sent<P>[] {
    return this.#add(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  readonly fetch: typeof fetch = async (input, init) => {
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    // the probe of a lost connection: this server is reachable
    if (pathname === '/healthz') return new Response();
    const route = this.#routeTo(request.method, pathname);
    if (!route) return this.#fail(`${request.method} ${pathname}: the test names no answer`);
    const sent = {
      params: { ...route.pattern.exec(pathname)?.groups },
      query: Object.fromEntries(searchParams),
      body: request.body ? await request.json() : undefined,
      headers: request.headers,
    };
    const refused = refusalOf(route.endpoint, sent);
    if (refused) return this.#fail(`${request.method} ${pathname}: ${refused}`);
    route.calls.push(sent);
    return Promise.race([route.reply(sent), untilAborted(request.signal)]);
  };

  /** As in the real server, `search` in `/patients/search` is not the id of a patient. */
  #routeTo(method: string, pathname: string): Route | undefined {
    return this.#routes
      .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
      .toReversed()
      .toSorted((a, b) => paramsIn(a.endpoint) - paramsIn(b.endpoint))
      .at(0);
  }

  #add<P extends Endpoint>(endpoint: P, reply: Reply): Sent<P>[] {
    const calls: Sent<P>[] = [];
    const pattern = new RegExp(`^/api/1${endpoint.url.replaceAll(PARAM, '(?<$1>[^/]+)')}$`);
    this.#routes.push({ endpoint, pattern, reply, calls: calls as Sent<Endpoint>[] });
    return calls;
  }

  #fail(problem: string): Response {
    this.problems.push(problem);
    return Response.json({ error: 'Ошибка' }, { status: 500 });
  }
}

const paramsIn = ({ url }: Endpoint) => [...url.matchAll(PARAM)].length;

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );

/** Why the real server would refuse the request with 400. */
function refusalOf({ schema }: Endpoint, { params, query, body }: Sent<Endpoint>): string | undefined {
  const parts = [
    [schema.params, params],
    [schema.querystring, query],
    [schema.body, body],
  ] as const;
  for (const [part, value] of parts) {
    const { error } = part?.safeParse(value) ?? {};
    if (error) return z.prettifyError(error);
  }
  return undefined;
}
