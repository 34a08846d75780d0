import { accountOf } from '../../platform/access/actor.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { momentOf } from '../../platform/time-and-sizes/moment.ts';
import { informOfDecline } from './letters.ts';
import { publishReferral } from './publish-referral.ts';
import { findReferral, lockReferral, type ReferralRow, updateDecision } from './queries.ts';
import { sentences } from './sentences.ts';

/** The centre declines; the client's clinicians get the reason by letter. */
export const decline = (
  { db, config, clock }: Context,
  { who, by }: Caller,
  referralUUID: string,
  reason: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockReferral(tx, referralUUID);
    const referral = await findReferral(tx, who, referralUUID);
    assertUndecided(referral, config.timeZone);
    const now = clock.now();
    const decision = { status: 'declined', decidedBy: accountOf(who), decidedAt: now } as const;
    await updateDecision(tx, referralUUID, { ...decision, reason });
    await recordDecision(tx, by, 'referral.decline', referral);
    await informOfDecline(tx, { config, now }, { ...referral, reason });
    await publishReferral(tx, referral);
  });

/** The client withdraws its own referral. */
export const withdraw = ({ db, clock }: Context, { who, by }: Caller, referralUUID: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockReferral(tx, referralUUID);
    const referral = await findReferral(tx, who, referralUUID);
    if (referral.status === 'withdrawn') return;
    if (referral.status !== 'sent') throw conflict(sentences.decided);
    const decision = { status: 'withdrawn', decidedBy: accountOf(who), decidedAt: clock.now() } as const;
    await updateDecision(tx, referralUUID, decision);
    await recordDecision(tx, by, 'referral.withdraw', referral);
    await publishReferral(tx, referral);
  });

const recordDecision = (
  tx: Tx,
  by: Caller['by'],
  action: 'referral.decline' | 'referral.withdraw',
  { uuid, doctorID, patientID }: ReferralRow,
): Promise<void> => record(tx, by, { action, doctorID, patientID, details: { referralUUID: uuid } });

/** @throws Problem 409 that says who has decided, how and when */
export const assertUndecided = ({ status, deciderName, decidedAt }: ReferralRow, timeZone: string): void => {
  if (status === 'withdrawn') throw conflict(sentences.withdrawn);
  const by = [deciderName, decidedAt && momentOf(decidedAt, timeZone)].filter(Boolean).join(', ');
  if (status === 'declined') throw conflict(sentences.declinedBy(by));
  if (status === 'accepted') throw conflict(sentences.acceptedBy(by));
};
