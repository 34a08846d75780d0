import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { REMOTE_DESKTOP_PATH } from '@snimok/contract/remote-desktop';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/outside/clock.ts';
import { sentences } from '../../platform/sentences.ts';
import { findViewableObject } from '../../studies/studies/viewable-object.ts';
import type { StudyRow } from '../../studies/studies/queries.ts';
import type { TicketOwner } from '../viewer/ticket.ts';
import { runDesktop } from './jobs.ts';
import { countDesktops, findPersonsDesktop, insertDesktop, removeDesktop, renewToken } from './queries.ts';
import { sql } from 'kysely';

/** Long enough for a page to load noVNC on a slow line. */
const TOKEN_MS = 60_000;
const FULL_RETRY_SECONDS = 60;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * An address of a desktop with one study on it. Who asks again for the same study gets to the same desktop, as after a
 * cut line; who asks for another study leaves the first.
 */
export const openDesktop = async (
  context: Context,
  who: Actor,
  holder: TicketOwner,
  study: StudyRow,
  origin: string,
): Promise<{ remoteSessionURL: string }> => {
  findViewableObject(study);
  const now = context.clock.now();
  const token = randomBytes(32).toString('base64url');
  const fresh = {
    sessionHash: holder.kind === 'session' ? holder.sessionHash : null,
    shareUUID: holder.kind === 'share' ? holder.shareUUID : null,
    tokenHash: hashOf(token),
    tokenExpiresAt: after(now, TOKEN_MS),
  };
  const person = holder.kind === 'session' ? `account:${accountOf(who)}` : `share:${holder.shareUUID}`;
  await context.db.transaction().execute(async (tx) => {
    // one after the other, so that the last free one is given away once
    await sql`lock table remote_desktops in share row exclusive mode`.execute(tx);
    const had = await findPersonsDesktop(tx, person);
    if (had?.studyID === study.id) return renewToken(tx, had.uuid, fresh, now);
    if (had) await removeDesktop(tx, had.uuid);
    await queueDesktop(tx, context, { ...fresh, studyID: study.id, person }, now);
  });
  return { remoteSessionURL: `${origin.replace(/^http/, 'ws')}${REMOTE_DESKTOP_PATH}?token=${token}` };
};

const queueDesktop = async (
  tx: Tx,
  { config }: Context,
  wish: Omit<Parameters<typeof insertDesktop>[1], 'uuid'>,
  now: Date,
): Promise<void> => {
  if ((await countDesktops(tx)) >= config.remoteDesktop.maxSessions) {
    throw new Problem(503, sentences.desktopsFull, FULL_RETRY_SECONDS);
  }
  const uuid = randomUUID();
  await insertDesktop(tx, { uuid, ...wish }, now);
  await enqueue(tx, runDesktop, { uuid });
};
