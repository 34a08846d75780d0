import {
  acceptProgramGrant,
  declineProgramGrant,
  type ProgramGrant,
  getProgramGrant,
  type GrantedProgram,
  listGrantedPrograms,
  revokeProgramGrant,
  revokeGrantedProgram,
} from '@snimok/contract/people/program-access';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type Grant = z.output<typeof ProgramGrant>;
export type Program = z.output<typeof GrantedProgram>;
type Decision = 'accept' | 'decline' | 'revoke';

/** The program polls at this interval too, so its sign-in is shown soon after the decision. */
const POLL_MS = 3_000;

export const grantQuery = (userCode: string) =>
  queryOptions({
    queryKey: ['program-access', 'grant', userCode],
    queryFn: () => call(getProgramGrant, { params: { userCode } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'issued' || data?.status === 'granted' ? POLL_MS : false,
  });

export const programsQuery = (offset: number) =>
  queryOptions({
    queryKey: ['program-access', 'programs', { offset }],
    queryFn: () => call(listGrantedPrograms, { query: fromOffset(offset) }),
  });

const endpoints = { accept: acceptProgramGrant, decline: declineProgramGrant, revoke: revokeProgramGrant };

/** Refetches the grant also after a failure: a colleague may have decided first, or it may have expired. */
export const useDecide = (userCode: string) =>
  useMutation({
    mutationFn: (decision: Decision) => call(endpoints[decision], { params: { userCode } }),
    onSettled: useRefresh(['program-access']),
  });

export const useRevokeProgram = () =>
  useMutation({
    mutationFn: ({ grantID }: Program) => call(revokeGrantedProgram, { params: { grantID } }),
    onSuccess: useRefresh(['program-access']),
  });
