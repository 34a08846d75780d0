import { randomUUID } from 'node:crypto';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import { senderOf } from '../../platform/access/actor.ts';
import { type Caller, type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { enqueueLetter, withdrawLetter } from '../../platform/letters/letters.ts';
import { dayIn, russianDay } from '../../platform/outside/calendar.ts';
import { after } from '../../platform/outside/clock.ts';
import { openText, sealText } from '../../platform/outside/sealed-text.ts';
import { sentences } from '../../platform/sentences.ts';
import { hashToken, newToken } from '../../platform/hash-token.ts';
import type { StudyRow } from '../../studies/studies/queries.ts';
import { requireOpen } from '../../studies/studies/study-state.ts';
import { lockSharedStudy } from './lock-shared-study.ts';
import { hashPIN } from './pin.ts';
import {
  deleteShare,
  findShare,
  insertShare,
  lockShareLetter,
  type ShareRow,
  updateShareLetter,
} from './queries.ts';

interface ShareRequest {
  email: string;
  flags: string[];
  showMarks: boolean;
  pin: string | null;
  creatorID: number;
}

interface NewShare extends ShareRequest {
  /** as in `TypedAddress` */
  sender: number;
}

type SharedStudy = Pick<StudyRow, 'id' | 'patientID' | 'doctorID' | 'type' | 'createdAt'>;

/** Creates a share of one study for one e-mail address. The letter is queued in the same transaction as the row. */
export const shareOutside = async (
  context: Context,
  { who, by }: Caller,
  study: StudyRow,
  request: ShareRequest,
): Promise<ShareRow> => {
  requireOpen(study, sentences.shareNotDone);
  return context.db.transaction().execute(async (tx) => {
    const uuid = await insertShareOf(context, tx, by, await lockSharedStudy(tx, who, study), {
      ...request,
      sender: senderOf(who),
    });
    return findShare(tx, study.id, uuid);
  });
};

/** The row of a share, its letter and its record. Returns the id. */
export const insertShareOf = async (
  context: Context,
  tx: Tx,
  by: Initiator,
  study: SharedStudy,
  { email, flags, showMarks, pin, creatorID, sender }: NewShare,
): Promise<string> => {
  const { clock, config, secrets } = context;
  const uuid = randomUUID();
  const token = newToken();
  const createdAt = clock.now();
  const expiresAt = after(createdAt, config.shareMaxAgeMs);
  await insertShare(tx, {
    uuid,
    studyID: study.id,
    creatorID,
    email,
    flags,
    showMarks,
    tokenHash: hashToken(token),
    sealedToken: sealText(secrets.shareLinks, uuid, token),
    pinHash: pin === null ? null : hashPIN(secrets.sharePINs, uuid, pin),
    letterID: null,
    createdAt,
    expiresAt,
  });
  const share = await findShare(tx, study.id, uuid);
  await record(tx, by, { action: 'share.create', ...auditFieldsOf(study, uuid) });
  await updateShareLetter(tx, uuid, await enqueueShareLetter(context, tx, { study, share, sender, token }));
  return uuid;
};

/** Sends the letter again with the same link, so that a late first letter stays valid. */
export const resendLetter = async (
  context: Context,
  { who, by }: Caller,
  study: StudyRow,
  share: ShareRow,
): Promise<void> => {
  const token = tokenOf(context, share);
  await context.db.transaction().execute(async (tx) => {
    const { uuid } = share;
    const queuedID = await lockShareLetter(tx, uuid);
    // a letter that is still queued is replaced, so that the recipient does not get two
    if (queuedID !== null) await withdrawLetter(tx, queuedID);
    await record(tx, by, { action: 'share.mail', ...auditFieldsOf(study, uuid) });
    const letterID = await enqueueShareLetter(context, tx, { study, share, sender: senderOf(who), token });
    await updateShareLetter(tx, uuid, letterID);
  });
};

/**
 * Deletes the share, which ends its page, viewer sessions and downloads, and withdraws a letter that is still queued.
 */
export const revokeShare = (
  { db }: Context,
  by: Initiator,
  study: StudyRow,
  { uuid, letterID }: ShareRow,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await deleteShare(tx, uuid))) throw notFound(sentences.noShare);
    if (letterID !== null) await withdrawLetter(tx, letterID);
    await record(tx, by, { action: 'share.delete', ...auditFieldsOf(study, uuid) });
  });

/** `{PUBLIC_URL}/external-area/study#{token}`. Browsers do not send the fragment, so the token reaches no log. */
export const shareURLOf = (context: Context, share: ShareRow): string =>
  shareURLWith(context, tokenOf(context, share));

export const auditFieldsOf = ({ id, patientID, doctorID }: SharedStudy, shareUUID: string) => ({
  studyID: id,
  patientID,
  doctorID,
  details: { shareUUID },
});

const shareURLWith = ({ config }: Context, token: string) =>
  `${config.publicURL}/external-area/study#${token}`;

export const tokenOf = ({ secrets, clock }: Context, { uuid, sealedToken, expiresAt }: ShareRow): string => {
  if (expiresAt <= clock.now()) throw conflict(sentences.shareExpired);
  const token = openText(secrets.shareLinks, uuid, sealedToken);
  if (token === null) throw conflict(sentences.shareTokenUnreadable);
  return token;
};

interface ShareLetter {
  study: SharedStudy;
  share: ShareRow;
  sender: number;
  token: string;
}

const enqueueShareLetter = (
  context: Context,
  tx: Tx,
  { study, share, sender, token }: ShareLetter,
): Promise<number> => {
  const now = context.clock.now();
  const { timeZone } = context.config;
  const to = { typed: share.email, sender, thing: `share:${share.uuid}`, purpose: 'send', now } as const;
  return enqueueLetter(tx, 'external-share', to, {
    shareURL: shareURLWith(context, token),
    lastDay: dayIn(timeZone, share.expiresAt),
    hasPIN: share.pinHash !== null,
    senderName: share.creatorName,
    study: `${STUDY_TYPES[study.type].shortLabel} от ${russianDay(dayIn(timeZone, study.createdAt))}`,
  });
};
