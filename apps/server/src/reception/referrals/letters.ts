import { listWanting } from '../../people/accounts/account-rows/letter-choices.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { initialsOf } from '../../platform/letters/initials.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { notifyClient } from '../../platform/notices/notify.ts';
import type { ReferralRow } from './queries.ts';

/** The value of `letters.about` for letters about a referral. */
const aboutReferral = (referralUUID: string) => `referral:${referralUUID}`;

/** Informs the clinicians of the client by letter and otherwise. Only they may read the referral. */
export const informOfDecline = async (
  tx: Tx,
  { config, now }: { config: Config; now: Date },
  referral: Pick<ReferralRow, 'uuid' | 'number' | 'doctorID' | 'patientName' | 'examination' | 'reason'>,
): Promise<void> => {
  const { uuid, number, doctorID, patientName, examination, reason } = referral;
  const path = `/doctor-area/referrals/${uuid}`;
  const facts = {
    number,
    examination,
    reason,
    patient: initialsOf(patientName),
    referralURL: config.publicURL + path,
  };
  const recipients = await listWanting(tx, doctorID, 'studies', { onlyClinicians: true });
  for (const [at, { name, email }] of recipients.entries()) {
    const about = at === 0 ? aboutReferral(uuid) : null;
    await enqueueLetter(tx, 'referral-declined', { ofAccount: email }, { name, ...facts }, about);
  }
  await notifyClient(tx, { config, now }, doctorID, {
    kind: 'studies',
    about: aboutReferral(uuid),
    path,
    title: 'Направление отклонено',
    body: 'Причина указана в личном кабинете.',
    line: `Центр отклонил направление № ${number}: ${initialsOf(patientName)}`,
    onlyClinicians: true,
  });
};
