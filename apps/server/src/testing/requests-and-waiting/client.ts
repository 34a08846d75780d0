/** An HTTP response. The body is parsed if it is JSON, and a string otherwise. */
export interface TestReply {
  status: number;
  headers: Headers;
  body: unknown;
}

/** An HTTP client that keeps the session cookie, as a browser does. */
export interface TestClient {
  get(path: string, headers?: Record<string, string>): Promise<TestReply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  delete(path: string, headers?: Record<string, string>): Promise<TestReply>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  signIn(email: string, password: string): Promise<TestReply>;
  cookie: string;
}

const basic = (email: string, password: string) =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

/** Paths are relative to `/api/1`; absolute URLs are used unchanged. `defaultHeaders` are sent with every request. */
export const client = (address: string, defaultHeaders: Record<string, string> = {}): TestClient => {
  const self: TestClient = {
    cookie: '',
    async send(method, path, body, headers = {}) {
      const url = path.startsWith('http') ? path : `${address}/api/1${path}`;
      const reply = await fetch(url, {
        method,
        headers: {
          ...(self.cookie && { cookie: self.cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...defaultHeaders,
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0];
      if (cookie !== undefined) self.cookie = cookie.endsWith('=') ? '' : cookie;
      const text = await reply.text();
      const isJSON =
        /^application\/(\w+\+)?json\b/.test(reply.headers.get('content-type') ?? '') && text !== '';
      return { status: reply.status, headers: reply.headers, body: isJSON ? JSON.parse(text) : text };
    },
    get: (path, headers) => self.send('GET', path, undefined, headers),
    post: (path, body, headers) => self.send('POST', path, body, headers),
    put: (path, body, headers) => self.send('PUT', path, body, headers),
    patch: (path, body, headers) => self.send('PATCH', path, body, headers),
    delete: (path, headers) => self.send('DELETE', path, undefined, headers),
    signIn: (email, password) =>
      self.send(
        'POST',
        '/auth/token',
        { grant_type: 'client_credentials' },
        { authorization: basic(email, password) },
      ),
  };
  return self;
};
