import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/platform/realtime';
import { expect, test } from 'vitest';
import type { Actor } from '../../../platform/access/actor.ts';
import {
  callers,
  makeMatrixFixture,
} from '../../../platform/access/permission-matrix/permission-matrix.fixture.ts';
import { statusOf } from '../../../platform/access/permission-matrix/permission-matrix-requests.fixture.ts';
import type { Row } from '../../../platform/access/permission-matrix/permission-matrix-rows.fixture.ts';
import { statusRows } from '../../../platform/access/permission-matrix/permission-matrix-tables.fixture.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { connectionToken, subscriptionToken } from '../../../platform/realtime/tokens.ts';
import { findObject } from '../../../studies/objects/queries.ts';
import { downloadPermission } from '../../../studies/studies/downloads/url-permissions.ts';
import { hasRight } from '../../../viewing/transfers/check-rights.ts';
import { issueTicket } from '../../../viewing/online-viewer/sessions/open-viewer-session.ts';
import type { Account } from '../../../testing/portal/make.ts';
import { realtimeClient } from '../../../testing/callers/realtime-client.ts';
import type { TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { withTicket } from '../../../testing/callers/viewer.ts';
import {
  ENDED,
  LIMITED,
  openSessionOf,
  type OpenedSession,
  type SessionKind,
  sessionKinds,
  sessionsOf,
  startWithIdleSessions,
  WORKING,
} from './session-kinds.fixture.ts';

/** The endpoints that each kind of limited session opens, in addition to those that are open without a session. */
const opened: Record<(typeof LIMITED)[number], string[]> = {
  'one-time password': ['PUT /auth/password'],
  'second factor due': [
    'GET /account/second-factors',
    'POST /account/totp',
    'POST /account/totp/confirm',
    'POST /account/passkeys/options',
    'POST /account/passkeys',
  ],
};

const SIGN_IN_FIRST = 401;
const FORBIDDEN = 403;
/** These areas have credentials of their own, and ignore a session. */
const isOtherArea = (endpoint: string) => /^\S+ \/(external|viewer)\//.test(endpoint);

const isForNobodyOnly = (existing: Row['existing']): boolean =>
  (['assistant', 'owner'] as const).every((caller) => existing[callers.indexOf(caller)] === FORBIDDEN);

/** Only for limited and ended sessions: the permission matrix covers full sessions and those of another client. */
const expectedOf = (kind: (typeof LIMITED | typeof ENDED)[number], { endpoint, existing }: Row): number => {
  const ofNobody = existing[callers.indexOf('nobody')] ?? 0;
  if (kind in opened) {
    if (opened[kind as (typeof LIMITED)[number]].includes(endpoint))
      return existing[callers.indexOf('assistant')] ?? 0;
    if (isOtherArea(endpoint)) return ofNobody;
    if (ofNobody === SIGN_IN_FIRST || isForNobodyOnly(existing)) return FORBIDDEN;
  }
  return ofNobody;
};

/**
 * The guard answers 403 both to a limited session and to a session of the wrong role. Therefore limited sessions are tried
 * with both roles: each operation is tried with the role that may call it. The guard treats an ended session as no session,
 * so one role is enough.
 */
const walks = [
  ...LIMITED.flatMap((kind) => [[kind, 'assistant'] as const, [kind, 'doctor'] as const]),
  ...ENDED.map((kind) => [kind, 'assistant'] as const),
];

test.for(walks)(
  'every operation is closed to a session of the kind «%s» of a person of the role %s',
  async ([kind, role]) => {
    const server = await startWithIdleSessions();
    const sessions = await sessionsOf(server, kind, role);
    const fixture = await makeMatrixFixture(server);
    const actual: string[] = [];
    for (const { endpoint } of statusRows) {
      const ids = { ...fixture.ids, ...fixture.idOverrides[endpoint] };
      const { headers } = await sessions.next();
      actual.push(`${endpoint} ${await statusOf(server, fixture, endpoint, ids, headers)}`);
    }
    expect(actual).toEqual(statusRows.map((row) => `${row.endpoint} ${expectedOf(kind, row)}`));
  },
);

/** A client with a study, and a session of the given kind. The session belongs to this client or to another client. */
const clinicWith = async (kind: SessionKind) => {
  const server = await startWithIdleSessions();
  const { make, context } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const { studyID } = await make.study({ doctor: owner, status: 'done' });
  const account = kind === 'other client' ? await make.doctor({ flags: ['remote-viewer'] }) : owner;
  const session = await openSessionOf(server, kind, account);
  return { server, context, owner, studyID, session };
};

/** Close codes: invalid token, or end of the session, whose notice may arrive while the token is verified. */
const REFUSED = [3500, 3503];

/** A connection with a token that the portal signed for this session at an earlier time. */
const connectAs = async ({ address, context, clock }: TestServer, { account, tokenHash }: OpenedSession) => {
  const expiresAt = after(clock.now(), HOUR_MS);
  const token = await connectionToken(context, account.id, { tokenHash, expiresAt });
  const page = realtimeClient(address, { token });
  page.centrifuge.connect();
  const outcome = await until('the connection or its refusal', () =>
    page.centrifuge.state === 'connected' ? 'open' : page.disconnects.at(-1)?.code,
  );
  return { page, outcome };
};

test.for(sessionKinds)(
  'a session of the kind «%s» can subscribe to no realtime channel but its own',
  async (kind) => {
    const { server, owner, session, context } = await clinicWith(kind);
    const { page, outcome } = await connectAs(server, session);
    const isOpen = (WORKING as readonly string[]).includes(kind);
    expect(isOpen ? ['open'] : REFUSED).toContain(outcome);
    if (!isOpen) return;
    const own = await page.subscribe(userChannel(session.account.id));
    expect(own.refusalCode).toBe(0);
    const expiresAt = after(server.clock.now(), HOUR_MS);
    const stolenFrom = async (account: Account, channel: string) =>
      subscriptionToken(context, account.id, channel, expiresAt);
    if (kind === 'other client') expect((await page.subscribe(userChannel(owner.id))).refusalCode).toBe(103);
    const assistant = await server.make.assistant();
    const ofAssistants = await stolenFrom(assistant, ASSISTANTS_CHANNEL);
    expect((await page.subscribe(ASSISTANTS_CHANNEL, undefined, ofAssistants)).refusalCode).toBe(3500);
  },
);

/** The doctor as the portal knew her when the session was full. */
const actorOf = ({ account, tokenHash }: OpenedSession): Actor => ({
  kind: 'doctor',
  accountID: account.id,
  clientID: account.id,
  role: 'owner',
  flags: new Set(['remote-viewer'] as const),
  sessionHash: tokenHash,
});

test.for(sessionKinds)(
  'ticket, download URL and running transfer work only for a full session: «%s»',
  async (kind) => {
    const { server, context, studyID, session } = await clinicWith(kind);
    const { nobody, clock, address } = server;
    const owner = { kind: 'session' as const, sessionHash: session.tokenHash };
    const { ticket } = issueTicket(context, { owner, studyID });
    const { objectID } = await context.db
      .selectFrom('studies')
      .select('objectID')
      .where('id', '=', studyID)
      .executeTakeFirstOrThrow();
    const url = await context.storage.presign({
      method: 'GET',
      ...(await findObject(context.db, objectID ?? '')),
      origin: address,
      expiresAt: after(clock.now(), HOUR_MS),
      ...downloadPermission(actorOf(session), studyID),
    });
    const right = {
      credential: owner,
      action: 'study.view-online' as const,
      studyIDs: [studyID],
      uploadUUID: null,
    };
    const found = {
      viewer: (await nobody.get('/viewer/marks', withTicket(ticket))).status,
      download: (await fetch(url)).status,
      transfer: await hasRight(context, right),
    };
    expect(found).toEqual(
      kind === 'full'
        ? { viewer: 200, download: 200, transfer: true }
        : { viewer: 403, download: 403, transfer: false },
    );
  },
);
