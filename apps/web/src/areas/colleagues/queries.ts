import {
  type AccessRequest,
  type Colleague as ColleagueSchema,
  declinePatientAccess,
  listFriends,
  listPatientShares,
  requestPatientAccess,
  sharePatient,
  unsharePatient,
} from '@snimok/contract/patient-shares';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';

export type Colleague = z.output<typeof ColleagueSchema>;
export type Asker = z.output<typeof AccessRequest>;

/** Changes at every share; thousands of friends are nobody's, so all come at once. */
export const friendsQuery = queryOptions({
  queryKey: ['colleagues', 'friends'],
  queryFn: async () => (await call(listFriends)).friends,
});

export const sharesQuery = (patientID: number) =>
  queryOptions({
    queryKey: ['colleagues', 'of-patient', patientID],
    queryFn: () => call(listPatientShares, { params: { patientID } }),
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['colleagues'] });
}

export type Receiver = { shareDoctorID: number } | { shareDoctorEmail: string };

export function useSharePatient(patientID: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Receiver) => call(sharePatient, { params: { patientID }, body }),
    onSuccess: refresh,
  });
}

export function useUnsharePatient(patientID: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (doctorID: number) => call(unsharePatient, { params: { patientID, doctorID } }),
    onSuccess: refresh,
  });
}

export function useDeclineAccess(patientID: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (doctorID: number) => call(declinePatientAccess, { params: { patientID, doctorID } }),
    onSuccess: refresh,
  });
}

export const useRequestAccess = (patientID: number) =>
  useMutation({ mutationFn: () => call(requestPatientAccess, { params: { patientID } }) });
