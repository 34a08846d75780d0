import { may } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { actorOfTicketOwner } from '../viewer/caller.ts';
import { findViewableStudy } from '../viewer/queries.ts';
import type { DesktopRow } from './queries.ts';

/** Whether the desktop's session or share, its rights and the study still permit viewing, read from the database. */
export const isStillAllowed = async (context: Context, desktop: DesktopRow): Promise<boolean> => {
  const { sessionHash, shareUUID, studyID } = desktop;
  const owner = sessionHash
    ? ({ kind: 'session', sessionHash } as const)
    : ({ kind: 'share', shareUUID: shareUUID ?? '' } as const);
  const who = await actorOfTicketOwner(context, owner);
  return may(who, 'study.view-online') && (await findViewableStudy(context.db, who, studyID)) !== undefined;
};
