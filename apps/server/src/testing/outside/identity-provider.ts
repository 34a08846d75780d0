import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';

/** The claims of the provider about a person. */
interface Person {
  name?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
  /** Claims of the ID token in addition to the subject. All others are only at the userinfo endpoint. */
  idToken?: Record<string, unknown>;
  /** Further claims that are only at the userinfo endpoint. */
  userinfo?: Record<string, unknown>;
  /** How the provider has authenticated the person (`amr`, RFC 8176), and at which level (`acr`, OpenID Connect Core 1.0 §2). */
  amr?: string[];
  acr?: string;
}

/** Properties of the provider's client that are missing in the types of `oidc-provider`. */
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

/** A provider with the portal as its client. `onLogoutToken` decides whether a logout token is delivered. */
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
    // without the provider's own dispatcher, which refuses addresses of this machine
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
 * Starts `oidc-provider` on a free port with the portal as its client. It knows `people`, by subject. `visit` signs in its
 * subject without a question.
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
    /** Returns a function that sends a logout token to this address, for one session or for all sessions of a person. */
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
    /** If set, logout tokens are recorded but not delivered. */
    setLogoutLost: (isLost: boolean) => void (state.isLogoutLost = isLost),
    setDown: (isDown: boolean) => void (state.isDown = isDown),
    /** Follows the redirects from the authorization request back to the portal. Returns the query of the portal's URL. */
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
