interface Endpoint {
  method: string;
  url: string;
}

export type Call = <T>(
  endpoint: Endpoint,
  params: Record<string, string | number>,
  body?: unknown,
) => Promise<T>;

/** Makes a function that calls the portal in the session of an assistant. */
export const openCalls =
  (address: string, cookie: string): Call =>
  async <T>(
    { method, url }: Endpoint,
    params: Record<string, string | number>,
    body?: unknown,
  ): Promise<T> => {
    const path = url.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
    const reply = await fetch(`${address}/api/1${path}`, {
      method,
      headers: { cookie, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return (reply.status === 204 ? undefined : await reply.json()) as T;
  };
