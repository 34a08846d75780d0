import type { WebhookEvent } from '@snimok/contract/platform/webhooks';
import type { Config } from '../../platform/settings/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { notifyReceivers } from '../../platform/webhooks/notify.ts';

interface ReferralEvent {
  event: Extract<WebhookEvent, `referral.${string}`>;
  referral: { uuid: string; doctorID: number; patientID: number | null; studyID: number | null };
  now: Date;
}

/** Queues the messages of webhooks about a referral. */
export const notifyOfReferral = (
  tx: Tx,
  { publicURL }: Config,
  { event, referral: { uuid, doctorID, patientID, studyID }, now }: ReferralEvent,
): Promise<void> => {
  const data = {
    referralUUID: uuid,
    doctorID,
    patientID,
    studyID,
    url: `${publicURL}/assistant-area/referrals/${uuid}`,
    apiURL: `${publicURL}/api/1/assistant/referrals/${uuid}`,
  };
  return notifyReceivers(tx, event, { data, now });
};
