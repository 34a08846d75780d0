import { may } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { actorOfTicketOwner } from '../viewer/caller.ts';
import { findViewableStudy } from '../viewer/queries.ts';
import type { DesktopRow } from './queries.ts';

/** Everything that the right to this desktop hangs on, asked for anew. */
export const isStillAllowed = async (context: Context, desktop: DesktopRow): Promise<boolean> => {
  const { sessionHash, shareUUID, studyID } = desktop;
  const holder = sessionHash
    ? ({ kind: 'session', sessionHash } as const)
    : ({ kind: 'share', shareUUID: shareUUID ?? '' } as const);
  const who = await actorOfTicketOwner(context, holder);
  return may(who, 'study.view-online') && (await findViewableStudy(context.db, who, studyID)) !== undefined;
};
