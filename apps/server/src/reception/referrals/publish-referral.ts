import type { Tx } from '../../platform/db/client.ts';
import { publish } from '../../platform/realtime/publish.ts';

/** Publishes to the assistants and to the client's members. */
export const publishReferral = (
  tx: Tx,
  { uuid, doctorID }: { uuid: string; doctorID: number },
): Promise<void> =>
  publish(tx, ['assistants', { accountID: doctorID }], {
    type: 'referral_changed',
    data: { referralUUID: uuid },
  });
