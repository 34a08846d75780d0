import { openSession } from '../../../people/accounts/sessions/sessions.ts';
import type { Account } from '../../../testing/portal/make.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';

/** Kinds that open everything that their account may do, as the permission matrix says. */
export const WORKING = ['full', 'other client'] as const;
/** Kinds that wait for the choice of a password or of a second factor. */
export const LIMITED = ['one-time password', 'second factor due'] as const;
/** Kinds that open nothing. */
export const ENDED = ['idle', 'ended', 'disabled'] as const;
export const sessionKinds = [...WORKING, ...LIMITED, ...ENDED] as const;
export type SessionKind = (typeof sessionKinds)[number];

type Role = 'assistant' | 'doctor';

export interface OpenedSession {
  account: Account;
  tokenHash: Buffer;
  headers: { cookie: string };
}

const IDLE = { setting: '0h30m0s', ms: 30 * 60_000 };

export const startWithIdleSessions = () => startServer({ SESSION_IDLE: IDLE.setting });

/** For each kind, changes the account or the session so that it differs from a full session. */
const changes: Record<SessionKind, (server: TestServer, session: OpenedSession) => Promise<unknown>> = {
  full: async () => undefined,
  'other client': async () => undefined,
  'one-time password': ({ context }, { account }) =>
    context.db
      .updateTable('accounts')
      .set({ passwordIsTemporary: true })
      .where('id', '=', account.id)
      .execute(),
  'second factor due': ({ context }, { tokenHash }) =>
    context.db
      .updateTable('sessions')
      .set({ secondFactor: 'due' })
      .where('tokenHash', '=', tokenHash)
      .execute(),
  idle: async ({ clock }) => clock.advance(IDLE.ms),
  ended: ({ context }, { tokenHash }) =>
    context.db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute(),
  // the row of the session is still in the table
  disabled: ({ context, clock }, { account }) =>
    context.db
      .updateTable('accounts')
      .set({ disabledAt: clock.now() })
      .where('id', '=', account.id)
      .execute(),
};

/** A session of this account. For the kind «other client», the account must not own the data of the test. */
export const openSessionOf = async (server: TestServer, kind: SessionKind, account: Account) => {
  const { token, tokenHash } = await openSession(server.context, account.id);
  const session: OpenedSession = { account, tokenHash, headers: { cookie: `snimok_session=${token}` } };
  await changes[kind](server, session);
  return session;
};

/** Sessions of one kind and role. Each call of `next` opens another session, because a request may end it. */
export const sessionsOf = async (server: TestServer, kind: SessionKind, role: Role) => {
  const account = await server.make.account(role, { flags: ['schedule', 'remote-viewer'] });
  const once = (ENDED as readonly string[]).includes(kind) && (await openSessionOf(server, kind, account));
  return { account, next: async () => once || openSessionOf(server, kind, account) };
};
