import type { ShareFlag } from '@snimok/contract/viewing/external-shares';
import type { AccessAction } from '@snimok/contract/viewing/patient-access';
import type { z } from 'zod';
import type { Actor, ShareRecipient } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { presentLetter, presentLetterToDoctor } from '../../platform/letters/present.ts';
import type { LetterRow } from '../../platform/letters/queries.ts';
import { containsOf } from '../../studies/studies/present.ts';
import type { StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';
import { isOpen, type ShareRow } from './queries.ts';
import type { listShareEvents } from './share-events.ts';

export type Flag = z.infer<typeof ShareFlag>;

/** A share in the list that `who` reads: also whether a doctor has sent it, and whether it still opens. */
export const presentListedShare = (
  share: ShareRow,
  letter: LetterRow | undefined,
  { who, now, config }: { who: Actor; now: Date; config: Context['config'] },
) => ({
  ...presentShare(share, letter, now),
  ...(who.kind === 'doctor' && { letter: presentLetterToDoctor(letter) }),
  ...(share.clientID !== null && { byDoctor: true }),
  ...(!isOpen(share, config) && { closed: true }),
});

const presentShare = (share: ShareRow, letter: LetterRow | undefined, now: Date) => ({
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

/** Comments that earlier versions wrote begin with what the referral asks. */
const withRequest = (comment: string, request: string): string =>
  comment.startsWith(request) ? comment : [request, comment].filter(Boolean).join('\n\n');

interface Sender {
  name: string;
  /** null for a sender of the centre */
  clientID: number | null;
}

/** A patient does not read the comment, which the centre writes for the doctor, nor what the referral asks. */
export const presentToRecipient = (
  study: StudyRow,
  { expiresAt, flags, forPatient }: ShareRecipient,
  { hasPicture, request, sender }: { hasPicture: boolean; request: string; sender: Sender | undefined },
) => ({
  patientName: study.patientName,
  studyType: study.type,
  studyComment: forPatient ? '' : withRequest(study.comment, request),
  studyCreatedAt: study.createdAt.toISOString(),
  shareExpiredAt: expiresAt.toISOString(),
  flags: [...flags],
  ...(forPatient && { forPatient, hasPicture }),
  // not sent to programs, which know the first five fields of product 13.5
  ...(sender && {
    senderName: sender.name,
    hasPicture,
    sizeBytes: study.sizeBytes,
    examinedAt: presentExaminedAt(study),
  }),
  ...(sender?.clientID && { byDoctor: true }),
  ...(flags.has('download') && study.newestReport && !study.newestReport.misfiled && { hasReport: true }),
  ...containsOf(study),
});

type EventRow = Awaited<ReturnType<typeof listShareEvents>>[number];

export const presentAccess = (
  share: ShareRow,
  letter: LetterRow | undefined,
  { events, now }: { events: EventRow[]; now: Date },
) => {
  const {
    shareUUID,
    email,
    createdAt,
    expiresAt,
    creatorName,
    pinLockedUntil,
    downloads,
    letter: state,
  } = presentShare(share, letter, now);
  return {
    shareUUID,
    email,
    createdAt,
    expiresAt,
    creatorName,
    pinLockedUntil,
    downloads,
    letter: state,
    texted: share.texted ?? false,
    revokedAt: share.revokedAt?.toISOString() ?? null,
    events: events
      .filter((event) => event.shareUUID === share.uuid)
      .map(({ at, action, device }) => ({
        at: at.toISOString(),
        action: action as z.infer<typeof AccessAction>,
        device,
      })),
  };
};
