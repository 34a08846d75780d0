import {
  acceptClinicGrant,
  createDestination,
  declineClinicGrant,
  deleteDestination,
  getClinicGrant,
  listClinicPrograms,
  type NewDestination,
  revokeClinicProgram,
} from '@snimok/contract/deliveries';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';

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

export function useDecideClinicGrant(userCode: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: 'accept' | 'decline') =>
      call(decision === 'accept' ? acceptClinicGrant : declineClinicGrant, { params: { userCode } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['clinic-programs'] }),
  });
}

export function useRevokeClinicProgram() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ grantID }: { grantID: number }) => call(revokeClinicProgram, { params: { grantID } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['clinic-programs'] }),
  });
}

export function useCreateDestination() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof NewDestination>) => call(createDestination, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['deliveries'] }),
  });
}

export function useDeleteDestination() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ destinationID }: { destinationID: number }) =>
      call(deleteDestination, { params: { destinationID } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['deliveries'] }),
  });
}
