import type { AccessSheet } from '@snimok/contract/viewing/patient-access';
import { SHARE_CODE_PATH } from '@snimok/contract/viewing/share-codes';
import type { z } from 'zod';
import { senderOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { type Caller, type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { hashToken, newToken } from '../../platform/secrets/hash-token.ts';
import { enqueueLetter, withdrawLetter } from '../../platform/letters/letters.ts';
import { hasTextTo } from '../../platform/notices/queries.ts';
import { withdrawTextMessagesAbout } from '../../platform/notices/text-messages.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { sealText } from '../../platform/secrets/sealed-text.ts';
import type { StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { requireOpen } from '../../studies/studies/study-rows/study-state.ts';
import { presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';
import { offersViewer } from './caller.ts';
import { lockSharedStudy } from './lock-shared-study.ts';
import { hashPIN, hasSamePIN } from './pin.ts';
import {
  findPatientLink,
  insertNewShare,
  revokePatientLink,
  type ShareRow,
  updateShareLetter,
} from './queries.ts';
import { auditFieldsOf, shareURLOf, tokenOf } from './shares.ts';
import { codeOf, hashCode } from './share-code.ts';
import { aboutLink, requirePhone, textLink } from './text-link.ts';
import { sentences } from './sentences.ts';

interface HandOut {
  shareUUID: string;
  pin: string;
  email: string | null;
  phone: string | null;
  replaces: string | null;
  creatorID: number;
}

/**
 * Creates a link for the patient, or returns the one that an earlier attempt with the same UUID, PIN and address has
 * created. A replaced link ends in the same transaction.
 */
export const handToPatient = async (
  context: Context,
  { who, by }: Caller,
  study: StudyRow,
  request: HandOut,
): Promise<z.input<typeof AccessSheet>> => {
  requireOpen(study, sentences.shareNotDone);
  const phone = request.phone === null ? null : requirePhone(context.config, request.phone);
  const share = await context.db.transaction().execute(async (tx) => {
    authorize(who, 'study.hand-to-patient', await lockSharedStudy(tx, who, study));
    if (await insertLink(context, tx, study, request)) {
      if (request.replaces !== null) await replaceLink(context, tx, study, request.replaces);
      await record(tx, by, { action: 'share.hand-out', ...auditFieldsOf(study, request.shareUUID) });
      await sendLink(context, tx, { study, request, phone, sender: senderOf(who) });
    } else if (phone !== null && !(await hasTextTo(tx, aboutLink(study.id, request.shareUUID), phone)))
      throw conflict(sentences.accessExists);
    return findPatientLink(tx, study.id, request.shareUUID);
  });
  const isSame =
    share.creatorID === request.creatorID &&
    share.email === (request.email ?? '') &&
    hasSamePIN(context, share, request.pin);
  if (!isSame) throw conflict(sentences.accessExists);
  return {
    shareUUID: share.uuid,
    shareURL: shareURLOf(context, share),
    // a link of an earlier version has no code
    ...(share.codeHash && {
      code: codeOf(tokenOf(context, share)),
      codeURL: `${context.config.publicURL}${SHARE_CODE_PATH}`,
    }),
    patientName: study.patientName,
    studyType: study.type,
    studyCreatedAt: study.createdAt.toISOString(),
    examinedAt: presentExaminedAt(study),
    expiresAt: share.expiresAt.toISOString(),
  };
};

const insertLink = (
  { clock, config, secrets }: Context,
  tx: Tx,
  study: StudyRow,
  { shareUUID: uuid, pin, email, phone, creatorID }: HandOut,
): Promise<boolean> => {
  const token = newToken();
  const createdAt = clock.now();
  return insertNewShare(tx, {
    uuid,
    kind: 'patient',
    studyID: study.id,
    creatorID,
    email: email ?? '',
    texted: phone !== null,
    flags: offersViewer(config) ? ['download', 'remote-viewer'] : ['download'],
    showMarks: false,
    tokenHash: hashToken(token),
    codeHash: hashCode(secrets.shareCodes, codeOf(token)),
    sealedToken: sealText(secrets.shareLinks, uuid, token),
    pinHash: hashPIN(secrets.sharePINs, uuid, pin),
    letterID: null,
    createdAt,
    expiresAt: after(createdAt, config.patientAccessMaxAgeMs),
  });
};

/** If two people hand out the study again at the same time, the second gets a conflict. */
const replaceLink = async ({ clock }: Context, tx: Tx, study: StudyRow, shareUUID: string): Promise<void> => {
  const { letterID } = await findPatientLink(tx, study.id, shareUUID);
  if (!(await revokePatientLink(tx, shareUUID, clock.now()))) throw conflict(sentences.accessReplaced);
  if (letterID !== null) await withdrawLetter(tx, letterID);
  await withdrawTextMessagesAbout(tx, aboutLink(study.id, shareUUID));
};

interface LinkToSend {
  study: StudyRow;
  request: HandOut;
  phone: string | null;
  sender: number;
}

const sendLink = async (
  context: Context,
  tx: Tx,
  { study, request: { shareUUID, email }, phone, sender }: LinkToSend,
): Promise<void> => {
  const share = await findPatientLink(tx, study.id, shareUUID);
  const { config, clock } = context;
  const typed = { sender, thing: aboutLink(study.id, shareUUID), purpose: 'send', now: clock.now() } as const;
  if (phone !== null) await textLink(context, tx, share, { typed: phone, ...typed });
  if (email === null) return;
  const letterID = await enqueueLetter(
    tx,
    'patient-access',
    { typed: email, ...typed },
    { shareURL: shareURLOf(context, share), lastDay: dayIn(config.timeZone, share.expiresAt) },
  );
  await updateShareLetter(tx, shareUUID, letterID);
};

/** Ends the link, its open pages, viewer sessions and downloads; its log stays. Without effect on a revoked one. */
export const revokeAccess = (
  { db, clock }: Context,
  by: Initiator,
  study: StudyRow,
  { uuid, letterID }: ShareRow,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await revokePatientLink(tx, uuid, clock.now()))) return;
    if (letterID !== null) await withdrawLetter(tx, letterID);
    await withdrawTextMessagesAbout(tx, aboutLink(study.id, uuid));
    await record(tx, by, { action: 'share.withdraw', ...auditFieldsOf(study, uuid) });
  });
