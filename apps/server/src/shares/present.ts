import type { LetterState, ShareFlag } from '@snimok/contract/shares';
import type { StudyType } from '@snimok/contract/studies';
import type { z } from 'zod';
import { sendLetter } from '../letters/jobs.ts';
import type { StudyRow } from '../studies/queries.ts';
import type { ShareRow } from './queries.ts';

export type Flag = z.infer<typeof ShareFlag>;

export const presentShare = (share: ShareRow, now: Date) => ({
  shareUUID: share.uuid,
  email: share.email,
  flags: share.flags as Flag[],
  createdAt: share.createdAt.toISOString(),
  expiresAt: share.expiresAt.toISOString(),
  creatorName: share.creatorName,
  hasPIN: share.pinHash !== null,
  pinLockedUntil:
    share.pinLockedUntil && share.pinLockedUntil > now ? share.pinLockedUntil.toISOString() : null,
  letter: letterState(share),
  firstOpenedAt: share.firstOpenedAt?.toISOString() ?? null,
  lastOpenedAt: share.lastOpenedAt?.toISOString() ?? null,
  downloads: share.downloads,
});

const letterState = ({ letterSentAt, letterAttempts }: ShareRow): z.infer<typeof LetterState> => {
  if (letterSentAt) return 'sent';
  if (!letterAttempts) return 'waiting';
  return letterAttempts < sendLetter.maxAttempts ? 'retrying' : 'failed';
};

export const presentToStranger = (study: StudyRow, expiresAt: Date, flags: ReadonlySet<Flag>) => ({
  patientName: study.patientName,
  studyType: study.type as z.infer<typeof StudyType>,
  studyComment: study.comment,
  studyCreatedAt: study.createdAt.toISOString(),
  shareExpiredAt: expiresAt.toISOString(),
  flags: [...flags],
});
