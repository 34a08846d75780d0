import {
  acceptClinicGrant,
  createDestination,
  declineClinicGrant,
  deleteDestination,
  getClinicGrant,
  listClinicPrograms,
  type NewDestination,
  revokeClinicProgram,
} from '@snimok/contract/viewing/deliveries';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

const POLL_MS = 3_000;

export const clinicProgramsQuery = queryOptions({
  queryKey: ['clinic-programs', 'list'],
  queryFn: () => call(listClinicPrograms),
});

export const clinicGrantQuery = (userCode: string) =>
  queryOptions({
    queryKey: ['clinic-programs', 'grant', userCode],
    queryFn: () => call(getClinicGrant, { params: { userCode } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'issued' || data?.status === 'granted' ? POLL_MS : false,
  });

export const useDecideClinicGrant = (userCode: string) =>
  useMutation({
    mutationFn: (decision: 'accept' | 'decline') =>
      call(decision === 'accept' ? acceptClinicGrant : declineClinicGrant, { params: { userCode } }),
    onSettled: useRefresh(['clinic-programs']),
  });

export const useRevokeClinicProgram = () =>
  useMutation({
    mutationFn: ({ grantID }: { grantID: number }) => call(revokeClinicProgram, { params: { grantID } }),
    onSuccess: useRefresh(['clinic-programs']),
  });

export const useCreateDestination = () =>
  useMutation({
    mutationFn: (body: z.input<typeof NewDestination>) => call(createDestination, { body }),
    onSuccess: useRefresh(['deliveries']),
  });

export const useDeleteDestination = () =>
  useMutation({
    mutationFn: ({ destinationID }: { destinationID: number }) =>
      call(deleteDestination, { params: { destinationID } }),
    onSuccess: useRefresh(['deliveries']),
  });
