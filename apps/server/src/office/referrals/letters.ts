import { listWanting } from '../../people/accounts/letter-choices.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { initialsOf } from '../../platform/letters/initials.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import type { ReferralRow } from './queries.ts';

/** The value of `letters.about` for letters about a referral. */
const aboutReferral = (referralUUID: string) => `referral:${referralUUID}`;

/** Queues a letter to each person of the client who wants letters about studies. */
export const enqueueDeclinedLetter = async (
  tx: Tx,
  { publicURL }: Config,
  referral: Pick<ReferralRow, 'uuid' | 'number' | 'doctorID' | 'patientName' | 'examination' | 'reason'>,
): Promise<void> => {
  const { uuid, number, doctorID, patientName, examination, reason } = referral;
  const facts = {
    ...{ number, examination, reason, patient: initialsOf(patientName) },
    referralURL: `${publicURL}/doctor-area/referrals/${uuid}`,
  };
  const recipients = await listWanting(tx, doctorID, 'studies');
  for (const [at, { name, email }] of recipients.entries()) {
    const about = at === 0 ? aboutReferral(uuid) : null;
    await enqueueLetter(tx, 'referral-declined', email, { name, ...facts }, about);
  }
};
