import { client, type TestReply } from './client.ts';

/** A client with an address of its own. It keeps every cookie and sends it with requests to the cookie's path. */
export interface Browser {
  send(method: string, path: string, body?: unknown): Promise<TestReply>;
  signIn(email: string, password: string): Promise<TestReply>;
  /** The last `set-cookie` header of each cookie, by name. */
  cookies: Map<string, string>;
}

export const openBrowser = (address: string, ip: string, publicPrefix = '/api/1'): Browser => {
  const cookies = new Map<string, string>();
  const cookieHeader = (path: string) =>
    [...cookies.values()]
      .filter((cookie) => `${publicPrefix}${path}`.startsWith(/; Path=([^;]+)/.exec(cookie)?.[1] ?? '/'))
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  const keep = (reply: TestReply) => {
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      const name = pair.split('=', 1)[0] ?? '';
      if (pair === `${name}=`) cookies.delete(name);
      else cookies.set(name, cookie);
    }
    return reply;
  };
  const exchange = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const cookie = cookieHeader(path);
    const own = { 'x-forwarded-for': ip, ...(cookie && { cookie }) };
    return keep(await client(address).send(method, path, body, { ...headers, ...own }));
  };
  return {
    cookies,
    send: (method, path, body) => exchange(method, path, body, {}),
    signIn: (email, password) => {
      const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
      return exchange('POST', '/auth/token', { grant_type: 'client_credentials' }, { authorization });
    },
  };
};
