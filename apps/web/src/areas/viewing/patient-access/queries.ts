import {
  type AccessSheet,
  handToPatient,
  listPatientAccess,
  type PatientAccess,
  revokePatientAccess,
} from '@snimok/contract/viewing/patient-access';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { pollIntervalOf } from '../../platform/letters/letter.ts';

export type Access = z.output<typeof PatientAccess>;
export type Sheet = z.output<typeof AccessSheet>;

export const accessesQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['patient-access', studyID],
    queryFn: () => call(listPatientAccess, { params: { studyID } }),
    // the log is always loaded again, because the patient may have opened the link since the last request
    staleTime: 0,
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.accesses.map(({ letter }) => letter) ?? []),
  });

interface HandOut {
  /** the id of this attempt: a repeated request with the same id returns the same link */
  shareUUID: string;
  pin: string;
  email: string | null;
  phone: string | null;
  replaces: string | null;
}

export const useHandOut = (studyID: number) =>
  useMutation({
    mutationFn: (body: HandOut) => call(handToPatient, { params: { studyID }, body }),
    onSettled: useRefresh(['patient-access', studyID]),
  });

/** Refetches also after a failure: a colleague may have revoked the link first. */
export const useRevokeAccess = (studyID: number, shareUUID: string) =>
  useMutation({
    mutationFn: () => call(revokePatientAccess, { params: { studyID, shareUUID } }),
    onSettled: useRefresh(['patient-access', studyID]),
  });
