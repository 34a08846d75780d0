import type { ShareFlag } from '@snimok/contract/external-shares';
import type { StudyType } from '@snimok/contract/studies';
import type { z } from 'zod';
import { presentLetter } from '../../platform/letters/present.ts';
import type { LetterRow } from '../../platform/letters/queries.ts';
import { containsOf } from '../../studies/studies/present.ts';
import type { StudyRow } from '../../studies/studies/queries.ts';
import type { ShareRow } from './queries.ts';

export type Flag = z.infer<typeof ShareFlag>;

export const presentShare = (share: ShareRow, letter: LetterRow | undefined, now: Date) => ({
  shareUUID: share.uuid,
  email: share.email,
  flags: share.flags as Flag[],
  showMarks: share.showMarks,
  createdAt: share.createdAt.toISOString(),
  expiresAt: share.expiresAt.toISOString(),
  creatorName: share.creatorName,
  hasPIN: share.pinHash !== null,
  pinFailures: share.pinFailures,
  pinLockedUntil:
    share.pinLockedUntil && share.pinLockedUntil > now ? share.pinLockedUntil.toISOString() : null,
  letter: presentLetter(letter),
  firstOpenedAt: share.firstOpenedAt?.toISOString() ?? null,
  lastOpenedAt: share.lastOpenedAt?.toISOString() ?? null,
  downloads: share.downloads,
});

export const presentToRecipient = (study: StudyRow, expiresAt: Date, flags: ReadonlySet<Flag>) => ({
  patientName: study.patientName,
  studyType: study.type as z.infer<typeof StudyType>,
  studyComment: study.comment,
  studyCreatedAt: study.createdAt.toISOString(),
  shareExpiredAt: expiresAt.toISOString(),
  flags: [...flags],
  ...containsOf(study),
});
