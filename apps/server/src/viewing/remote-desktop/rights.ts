import type { Right } from '../../platform/access/right.ts';
import type { Context } from '../../platform/context.ts';
import { hasRight } from '../transfers/check-rights.ts';
import type { DesktopRow } from './queries.ts';

/** The desktop's session or share, and its study. */
export const rightOf = ({ sessionHash, shareUUID, studyID }: DesktopRow): Right => ({
  credential: sessionHash ? { kind: 'session', sessionHash } : { kind: 'share', shareUUID: shareUUID ?? '' },
  action: 'study.view-online',
  studyIDs: [studyID],
  uploadUUID: null,
});

/** Whether the desktop's session or share, its rights and the study still permit viewing, read from the database. */
export const isStillAllowed = (context: Context, desktop: DesktopRow): Promise<boolean> =>
  hasRight(context, rightOf(desktop));
