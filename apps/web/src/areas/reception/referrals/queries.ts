import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import { listOfferedExaminations } from '@snimok/contract/reception/examinations';
import {
  acceptReferral,
  countWaitingReferrals,
  declineReferral,
  getOwnReferral,
  getReferral,
  listOwnReferrals,
  listReferrals,
  type ReferralState,
  withdrawReferral,
} from '@snimok/contract/reception/referrals';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type SentReferral = ResponseOf<typeof listOwnReferrals>['referrals'][number];
export type IncomingReferral = ResponseOf<typeof listReferrals>['referrals'][number];
export type SentDetails = ResponseOf<typeof getOwnReferral>;
export type IncomingDetails = ResponseOf<typeof getReferral>;

export const SENT_PATH = '/doctor-area/referrals';
/** The form of a new referral, which names a patient or a booking. */
export const newReferralPath = (of: { patientID?: number | null; bookingID?: number }) => {
  const named = Object.entries(of).filter(([, id]) => typeof id === 'number');
  const query = new URLSearchParams(named.map(([key, id]): [string, string] => [key, String(id)]));
  return `${SENT_PATH}/new${named.length > 0 ? `?${query}` : ''}`;
};

/** The schedule, to choose a time for the patient of an accepted referral. */
export const bookPath = (referralUUID: string) =>
  `/assistant-area/schedule?view=week&referral=${referralUUID}`;

/** The PDF, which the browser shows in a tab. */
export const documentURL = (area: 'assistant' | 'doctor', referralUUID: string) =>
  `/api/1/${area}/referrals/${referralUUID}/document`;

const pageQuery = (offset: number, state: ReferralState | undefined) => ({
  ...fromOffset(offset),
  ...(state && { state }),
});

export const offeredExaminationsQuery = queryOptions({
  queryKey: ['examinations', 'offered'],
  queryFn: async () => (await call(listOfferedExaminations)).examinations,
});

export const sentReferralsQuery = (offset: number, state?: ReferralState) =>
  queryOptions({
    queryKey: ['referrals', 'sent', { offset, state }],
    queryFn: () => call(listOwnReferrals, { query: pageQuery(offset, state) }),
  });

export const incomingReferralsQuery = (offset: number, state?: ReferralState) =>
  queryOptions({
    queryKey: ['referrals', 'incoming', { offset, state }],
    queryFn: () => call(listReferrals, { query: pageQuery(offset, state) }),
  });

export const sentReferralQuery = (referralUUID: string) =>
  queryOptions({
    queryKey: ['referrals', 'sent', referralUUID],
    queryFn: () => call(getOwnReferral, { params: { referralUUID } }),
  });

export const incomingReferralQuery = (referralUUID: string) =>
  queryOptions({
    queryKey: ['referrals', 'incoming', referralUUID],
    queryFn: () => call(getReferral, { params: { referralUUID } }),
  });

const WAITING_POLL_MS = 60_000;

export const waitingReferralsQuery = queryOptions({
  queryKey: ['referrals', 'waiting'],
  queryFn: () => call(countWaitingReferrals),
  refetchInterval: WAITING_POLL_MS,
});

const useReferralMutation = <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) =>
  useMutation({
    mutationFn,
    // a refusal may say that a colleague was faster: then the page shows the decision
    onSettled: useRefresh(['referrals']),
  });

export const useWithdrawReferral = (referralUUID: string) =>
  useReferralMutation(() => call(withdrawReferral, { params: { referralUUID } }));

export const useAcceptReferral = (referralUUID: string) =>
  useReferralMutation((body: BodyOf<typeof acceptReferral>) =>
    call(acceptReferral, { params: { referralUUID }, body }),
  );

export const useDeclineReferral = (referralUUID: string) =>
  useReferralMutation((reason: string) =>
    call(declineReferral, { params: { referralUUID }, body: { reason } }),
  );
