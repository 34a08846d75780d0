import { randomUUID } from 'node:crypto';
import { REMOTE_DESKTOP_PATH } from '@snimok/contract/viewing/remote-desktop';
import { sql } from 'kysely';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { hashToken, newToken } from '../../platform/secrets/hash-token.ts';
import { requireOpen, VIEW } from '../../studies/studies/study-rows/study-state.ts';
import type { StudyRow } from '../../studies/studies/study-rows/queries.ts';
import type { TicketOwner } from '../online-viewer/sessions/ticket.ts';
import {
  countDesktops,
  findPersonsDesktop,
  insertDesktop,
  type NewDesktop,
  removeDesktop,
  renewToken,
} from './queries.ts';
import { runDesktop } from './run-desktop.ts';
import { sentences } from './sentences.ts';

/** Long enough for a page to load noVNC over a slow connection. */
const TOKEN_MS = 60_000;
const FULL_RETRY_SECONDS = 60;

/**
 * Opens a desktop with one study and returns its WebSocket URL. A repeated request for the same study returns the same
 * desktop, for example after a lost connection; a request for another study ends the first desktop.
 */
export const openDesktop = async (
  context: Context,
  who: Actor,
  owner: TicketOwner,
  study: StudyRow,
  origin: string,
): Promise<{ remoteSessionURL: string }> => {
  requireOpen(study, VIEW);
  const now = context.clock.now();
  const token = newToken();
  const access = {
    sessionHash: owner.kind === 'session' ? owner.sessionHash : null,
    shareUUID: owner.kind === 'share' ? owner.shareUUID : null,
    tokenHash: hashToken(token),
    tokenExpiresAt: after(now, TOKEN_MS),
  };
  const person = owner.kind === 'session' ? `account:${accountOf(who)}` : `share:${owner.shareUUID}`;
  await context.db.transaction().execute(async (tx) => {
    // serialises concurrent requests, so that the last free desktop is assigned once
    await sql`lock table remote_desktops in share row exclusive mode`.execute(tx);
    const current = await findPersonsDesktop(tx, person);
    if (current?.studyID === study.id) return renewToken(tx, current.uuid, access, now);
    if (current) await removeDesktop(tx, current.uuid);
    await queueDesktop(tx, context, { ...access, studyID: study.id, person }, now);
  });
  return { remoteSessionURL: `${origin.replace(/^http/, 'ws')}${REMOTE_DESKTOP_PATH}?token=${token}` };
};

/** @throws Problem 503 when the maximum number of desktops is reached */
const queueDesktop = async (
  tx: Tx,
  { config }: Context,
  desktop: Omit<NewDesktop, 'uuid'>,
  now: Date,
): Promise<void> => {
  if ((await countDesktops(tx)) >= config.remoteDesktop.maxSessions) {
    throw new Problem(503, sentences.desktopsFull, FULL_RETRY_SECONDS);
  }
  const uuid = randomUUID();
  await insertDesktop(tx, { uuid, ...desktop }, now);
  await enqueue(tx, runDesktop, { uuid });
};
