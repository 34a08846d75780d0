import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { listOwnPatientReferrals, listPatientReferrals } from '@snimok/contract/reception/patient-referrals';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';

export type StudyReferral = ResponseOf<typeof listPatientReferrals>['referrals'][number];

/** The referrals that doctors have sent to the centre. */
export const INCOMING_PATH = '/assistant-area/referrals';

/** The referrals of a patient's studies, for the cards of the studies. */
export const studyReferralsQuery = (area: 'assistant' | 'doctor', patientID: number) =>
  queryOptions({
    queryKey: ['referrals', 'of-patient', patientID],
    queryFn: async () => {
      const params = { patientID };
      const reply =
        area === 'assistant'
          ? await call(listPatientReferrals, { params })
          : await call(listOwnPatientReferrals, { params });
      return reply.referrals;
    },
  });
