import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { sendReferral } from '@snimok/contract/reception/referrals';
import { call } from '../../../shared/calls/call.ts';
import type { WaitingKind } from '../../../shared/waiting/waiting-queue.ts';

interface Referral {
  patientName: string;
  body: BodyOf<typeof sendReferral>;
}

/** A referral that is sent when the connection is back. */
export const newReferral: WaitingKind<Referral, { referralUUID: string }> = {
  name: 'referral',
  title: ({ patientName }) => `Направление: ${patientName}`,
  run: ({ body }) => call(sendReferral, { body }),
  refreshes: [['referrals']],
  done: ({ patientName }) => `Направление отправлено: ${patientName}`,
};
