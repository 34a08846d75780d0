import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';

/** What the provider says about a person. */
interface Person {
  name?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
  /** What the ID token says besides the subject; the rest is only at the userinfo endpoint. */
  idToken?: Record<string, unknown>;
  /** What only the userinfo endpoint says. */
  userinfo?: Record<string, unknown>;
  /** How the provider has recognised her (RFC 8176), and the level of that (OpenID Connect Core 1.0 §2). */
  amr?: string[];
  acr?: string;
}

/** What its types leave out. */
interface LogoutClient {
  backchannelLogoutUri: string;
  backchannelLogoutSessionRequired: boolean;
  backchannelLogout(subject: string, sessionID: string): Promise<void>;
}

const SECRET = 'a client secret of forty random characters';

/** A browser at the provider: keeps its cookies and follows no redirect by itself. */
class Visitor {
  readonly #cookies = new Map<string, string>();

  async open(url: string): Promise<string | null> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const location = reply.headers.get('location');
    return location && new URL(location, url).href;
  }
}

/** With the portal as its client. `onLogoutToken` returns whether a logout token is delivered. */
const createProvider = (
  issuer: string,
  people: Record<string, Person>,
  onLogoutToken: (token: string) => boolean,
) =>
  new Provider(issuer, {
    clients: [
      {
        client_id: 'snimok',
        client_secret: SECRET,
        redirect_uris: ['http://portal.test/sso'],
        backchannel_logout_uri: 'http://portal.test/api/1/auth/sso/logout',
        backchannel_logout_session_required: true,
      },
    ],
    findAccount: (_, id) => ({
      accountId: id,
      claims: async (use) => {
        const { idToken, userinfo, amr: _amr, acr: _acr, ...claims } = people[id] ?? {};
        return { sub: id, ...(use === 'id_token' ? idToken : { ...claims, ...userinfo }) };
      },
    }),
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'sid', 'acr', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
    },
    cookies: { keys: ['a key of the cookies of this test'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // its own dispatcher refuses addresses of this machine
    fetch: (url, options) => {
      const logoutToken = options?.body && new URLSearchParams(String(options.body)).get('logout_token');
      if (logoutToken && !onLogoutToken(logoutToken)) return Promise.resolve(new Response());
      return fetch(url, { ...options, dispatcher: undefined } as RequestInit);
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

/**
 * `oidc-provider` on a free port with the portal as its client. Every visitor is signed in as `subject` without a question;
 * `people` are all it knows.
 */
export const startIdentityProvider = async (people: Record<string, Person>) => {
  const state = { subject: '', isDown: false, isLogoutLost: false };
  const logoutTokens: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const issuer = `http://127.0.0.1:${port}`;
  const provider = createProvider(issuer, people, (token) => {
    logoutTokens.push(token);
    return !state.isLogoutLost;
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (state.isDown) return void request.socket.destroy();
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const { amr, acr } = people[state.subject] ?? {};
    const login = { accountId: state.subject, ...(amr && { amr }), ...(acr && { acr }) };
    void provider.interactionFinished(request, response, { login });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'snimok', OIDC_CLIENT_SECRET: SECRET },
    /** Sends logout tokens to this address: for one session, or for all of a person. */
    backChannelLogout: async (address: string) => {
      const portal = (await provider.Client.find('snimok')) as unknown as LogoutClient | undefined;
      if (!portal) throw new Error('the client is unknown');
      portal.backchannelLogoutUri = address;
      return (subject: string, sessionID?: string) => {
        portal.backchannelLogoutSessionRequired = sessionID !== undefined;
        return portal.backchannelLogout(subject, sessionID ?? '');
      };
    },
    /** The logout tokens that were sent, newest last. */
    logoutTokens,
    /** Logout tokens are kept, but do not arrive. */
    setLogoutLost: (isLost: boolean) => void (state.isLogoutLost = isLost),
    setDown: (isDown: boolean) => void (state.isDown = isDown),
    /** Follows the redirects from the authorization request back to the portal; the query of that URL. */
    visit: async (subject: string, url: string): Promise<string> => {
      state.subject = subject;
      const visitor = new Visitor();
      let at: string | null = url;
      for (let n = 0; at?.startsWith(issuer) && n < 10; n += 1) at = await visitor.open(at);
      if (!at?.startsWith('http://portal.test/sso?')) throw new Error(`the provider led to ${at}`);
      return new URL(at).search;
    },
  };
};
