import {
  type AccessRequest,
  declinePatientAccess,
  getPatientAccessRequest,
  listFriends,
  listPatientShares,
  mailPatientShare,
  requestPatientAccess,
  type Sharer as SharerSchema,
  sharePatient,
  unsharePatient,
} from '@snimok/contract/people/patient-shares';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { pollIntervalOf } from '../../platform/letters/letter.ts';

export type Sharer = z.output<typeof SharerSchema>;
export interface PatientShares {
  doctors: Sharer[];
  requests: DoctorAccessRequest[];
}
export type DoctorAccessRequest = z.output<typeof AccessRequest>;

/** All friends at once, because no doctor has thousands. The list changes with every share. */
export const friendsQuery = queryOptions({
  queryKey: ['colleagues', 'friends'],
  queryFn: async () => (await call(listFriends)).friends,
});

export const sharesQuery = (patientID: number) =>
  queryOptions({
    queryKey: ['colleagues', 'of-patient', patientID],
    queryFn: () => call(listPatientShares, { params: { patientID } }),
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.doctors.map(({ letter }) => letter) ?? []),
  });

const useRefreshColleagues = () => useRefresh(['colleagues']);

export type Receiver = { shareDoctorID: number } | { shareDoctorEmail: string };

export const useSharePatient = (patientID: number) =>
  useMutation({
    mutationFn: (body: Receiver) => call(sharePatient, { params: { patientID }, body }),
    onSuccess: useRefreshColleagues(),
  });

export const useUnsharePatient = (patientID: number) =>
  useMutation({
    mutationFn: (doctorID: number) => call(unsharePatient, { params: { patientID, doctorID } }),
    onSuccess: useRefreshColleagues(),
  });

export const useDeclineAccess = (patientID: number) =>
  useMutation({
    mutationFn: (doctorID: number) => call(declinePatientAccess, { params: { patientID, doctorID } }),
    onSuccess: useRefreshColleagues(),
  });

export const useMailShare = (patientID: number, doctorID: number) =>
  useMutation({
    mutationFn: () => call(mailPatientShare, { params: { patientID, doctorID } }),
    onSuccess: useRefreshColleagues(),
  });

/** The doctor's own access request for a patient; null if there is none. */
export const ownRequestQuery = (patientID: number) =>
  queryOptions({
    queryKey: ['colleagues', 'own-request', patientID],
    queryFn: async () => (await call(getPatientAccessRequest, { params: { patientID } })).request,
    refetchInterval: ({ state }) => pollIntervalOf([state.data?.letter ?? null]),
  });

export const useRequestAccess = (patientID: number) =>
  useMutation({
    mutationFn: () => call(requestPatientAccess, { params: { patientID } }),
    onSuccess: useRefreshColleagues(),
  });
