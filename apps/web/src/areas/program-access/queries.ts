import {
  acceptProgramGrant,
  declineProgramGrant,
  type ProgramGrant,
  getProgramGrant,
  type GrantedProgram,
  listGrantedPrograms,
  revokeProgramGrant,
  revokeGrantedProgram,
} from '@snimok/contract/program-access';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';
import { fromOffset } from '../../shared/ui/paging.tsx';

export type Grant = z.output<typeof ProgramGrant>;
export type Program = z.output<typeof GrantedProgram>;
export type Decision = 'accept' | 'decline' | 'revoke';

/** The program asks every few seconds whether it is let in; its answer comes to the screen as soon. */
const WAITING_MS = 3_000;

export const grantQuery = (userCode: string) =>
  queryOptions({
    queryKey: ['desktop', 'grant', userCode],
    queryFn: () => call(getProgramGrant, { params: { userCode } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'issued' || data?.status === 'granted' ? WAITING_MS : false,
  });

export const programsQuery = (offset: number) =>
  queryOptions({
    queryKey: ['desktop', 'apps', { offset }],
    queryFn: () => call(listGrantedPrograms, { query: fromOffset(offset) }),
  });

const endpoints = { accept: acceptProgramGrant, decline: declineProgramGrant, revoke: revokeProgramGrant };

/** However it ends, the grant is asked for again: a colleague, or the clock, may have been quicker. */
export function useDecide(userCode: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => call(endpoints[decision], { params: { userCode } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['desktop'] }),
  });
}

export function useRevokeProgram(grantID: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(revokeGrantedProgram, { params: { grantID } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['desktop'] }),
  });
}
