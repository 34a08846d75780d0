import type { AccessAction } from '@snimok/contract/viewing/patient-access';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { ShareRecipient } from '../../platform/access/actor.ts';
import { describeBrowser } from '../../people/accounts/sign-in/describe-browser.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';

/**
 * Adds a line to the log of a patient's link, which the people of the centre and the doctor read. The line has no
 * network address. Nothing is logged for other links.
 */
export const logShareEvent = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: Pick<FastifyRequest, 'headers'>,
  { studyID, shareUUID, forPatient }: ShareRecipient,
  action: z.output<typeof AccessAction>,
): Promise<void> => {
  if (!forPatient) return;
  const { browser, system } = describeBrowser(request.headers['user-agent'] ?? null);
  const device = [browser, system].filter(Boolean).join(', ');
  await db
    .insertInto('shareEvents')
    .values({ studyID, shareUUID, at: clock.now(), action, device })
    .execute();
};

/** The newest events of each link, newest first. */
export const listShareEvents = (db: Tx, studyID: number, shareUUIDs: string[], most: number) =>
  db
    .selectFrom('shareEvents as event')
    .select(['shareUUID', 'at', 'action', 'device'])
    .where('studyID', '=', studyID)
    .where('shareUUID', 'in', shareUUIDs)
    // at most `most` rows of each link are read, because a link may have been opened thousands of times
    .where('id', '>', (event) =>
      event.fn.coalesce(
        event
          .selectFrom('shareEvents as newer')
          .select('newer.id')
          .whereRef('newer.studyID', '=', 'event.studyID')
          .whereRef('newer.shareUUID', '=', 'event.shareUUID')
          .orderBy('newer.id', 'desc')
          .offset(most)
          .limit(1),
        sql.lit(0),
      ),
    )
    .orderBy('id', 'desc')
    .execute();
