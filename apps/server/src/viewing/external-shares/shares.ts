import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { type Actor, senderOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { type Caller, type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { conflict, invalid, notFound, tooMany } from '../../platform/errors/errors.ts';
import { enqueueLetter, withdrawLetter } from '../../platform/letters/letters.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { openText, sealText } from '../../platform/secrets/sealed-text.ts';
import { sentences } from './sentences.ts';
import { increment, secondsUntil } from '../../platform/throttles/throttles.ts';
import { hashToken, newToken } from '../../platform/secrets/hash-token.ts';
import { type DatedStudy, studyOfDay } from '../../studies/studies/study-rows/study-day.ts';
import type { StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { requireOpen } from '../../studies/studies/study-rows/study-state.ts';
import { lockSharedStudy } from './lock-shared-study.ts';
import { hashPIN, hasSamePIN } from './pin.ts';
import {
  deleteShare,
  findStoredShare,
  insertNewShare,
  isOpen,
  lockShareLetter,
  type ShareRow,
  updateShareLetter,
} from './queries.ts';

interface ShareRequest {
  email: string;
  flags: string[];
  showMarks: boolean;
  pin: string | null;
  /** the longest time that the portal allows without it */
  days?: number | null;
  creatorID: number;
}

interface NewShare extends ShareRequest {
  uuid: string;
  /** as in `TypedAddress` */
  sender: number;
}

type SharedStudy = Pick<StudyRow, 'id' | 'patientID' | 'doctorID' | 'type'> & DatedStudy;

/**
 * Creates a share of one study for one e-mail address, or returns the one that an earlier attempt with the same UUID has created. The
 * letter is queued in the same transaction as the row.
 */
export const shareOutside = async (
  context: Context,
  { who, by }: Caller,
  study: StudyRow,
  { shareUUID, ...request }: ShareRequest & { shareUUID: string | null },
): Promise<ShareRow> => {
  requireOpen(study, sentences.shareNotDone);
  const uuid = shareUUID ?? randomUUID();
  return context.db.transaction().execute(async (tx) => {
    const current = await lockSharedStudy(tx, who, study);
    authorize(who, 'study.share-outside', current);
    const share = { ...request, uuid, sender: senderOf(who) };
    const isNew = await insertShareOf(context, tx, by, current, share);
    if (isNew) await countOwnLetter(tx, who, context.clock.now());
    return isNew ? findStoredShare(tx, study.id, uuid) : findRepeated(context, tx, study.id, share);
  });
};

const findRepeated = async (
  context: Context,
  tx: Tx,
  studyID: number,
  share: NewShare,
): Promise<ShareRow> => {
  const earlier = await findStoredShare(tx, studyID, share.uuid);
  const isSame =
    earlier.creatorID === share.creatorID &&
    earlier.email === share.email &&
    earlier.showMarks === share.showMarks &&
    isDeepStrictEqual(earlier.flags, share.flags) &&
    hasSamePIN(context, earlier, share.pin);
  if (!isSame) throw conflict(sentences.sentOtherwise);
  return earlier;
};

/** The row of a share, its letter and its record. False, without a change, if there is a share with this UUID. */
export const insertShareOf = async (
  context: Context,
  tx: Tx,
  by: Initiator,
  study: SharedStudy,
  { uuid, email, flags, showMarks, pin, days, creatorID, sender }: NewShare,
): Promise<boolean> => {
  const { clock, config, secrets } = context;
  const token = newToken();
  const createdAt = clock.now();
  const isNew = await insertNewShare(tx, {
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
    expiresAt: after(createdAt, termOf(config, days ?? null)),
  });
  if (!isNew) return false;
  const share = await findStoredShare(tx, study.id, uuid);
  await record(tx, by, { action: 'share.create', ...auditFieldsOf(study, uuid) });
  await updateShareLetter(tx, uuid, await enqueueShareLetter(context, tx, { study, share, sender, token }));
  return true;
};

/** The longest term of a link in whole days; 0 if it is shorter than a day. */
export const longestDaysOf = ({ shareMaxAgeMs }: Context['config']): number =>
  Math.floor(shareMaxAgeMs / DAY_MS);

const termOf = (config: Context['config'], days: number | null): number => {
  if (days === null) return config.shareMaxAgeMs;
  if (days * DAY_MS > config.shareMaxAgeMs) throw invalid(sentences.tooManyDays(longestDaysOf(config)));
  return days * DAY_MS;
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
    await countOwnLetter(tx, who, context.clock.now());
  });
};

/** Letters with links that the people of one client send, besides the limits of `countMessage`. */
const DOCTOR_LETTERS = { attempts: 30, windowMs: HOUR_MS };

/**
 * Call it after the letter is queued: queuing locks the counts of the letter, and in another order two requests could
 * wait for each other.
 */
const countOwnLetter = async (tx: Tx, who: Actor, now: Date): Promise<void> => {
  if (who.kind !== 'doctor') return;
  const limit = { ...DOCTOR_LETTERS, key: `doctor-links:${who.clientID}` };
  const { failures, windowEndsAt } = await increment(tx, limit, now);
  if (failures > limit.attempts) throw tooMany(sentences.tooManyLinks, secondsUntil(windowEndsAt, now));
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

export const tokenOf = ({ secrets, clock, config }: Context, share: ShareRow): string => {
  if (share.expiresAt <= clock.now()) throw conflict(sentences.shareExpired);
  if (!isOpen(share, config)) throw conflict(sentences.closed);
  const token = openText(secrets.shareLinks, share.uuid, share.sealedToken);
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
    byDoctor: share.clientID !== null,
    study: studyOfDay(STUDY_TYPES[study.type].shortLabel, study, timeZone),
  });
};
