import {
  changePassword,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  type Session as SessionSchema,
} from '@snimok/contract/profile';
import { getSecondFactors, removeTOTP, renewRecoveryCodes, startTOTP } from '@snimok/contract/second-factors';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';

export type Session = z.output<typeof SessionSchema>;

export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: () => call(getProfile) });
export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: () => call(listSessions),
});
export const factorsQuery = queryOptions({
  queryKey: ['profile', 'factors'],
  queryFn: () => call(getSecondFactors),
});

/** Reads factors and sessions again. */
export function useRefreshProfile() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['profile'] });
}

/** Ends one session, or all others without an id. */
export function useEndSessions() {
  const refresh = useRefreshProfile();
  return useMutation({
    mutationFn: (sessionUUID: string | null) =>
      sessionUUID === null ? call(endOtherSessions) : call(endSession, { params: { sessionUUID } }),
    onSettled: refresh,
  });
}

interface PasswordChange {
  current: string;
  password: string;
  repeat: string;
}

export const sendPasswordChange = ({ current, password, repeat }: PasswordChange) =>
  call(changePassword, { body: { current_password: current, password, repeat_password: repeat } });
export const sendStartTOTP = (password: string) => call(startTOTP, { body: { password } });
export const sendRemoveTOTP = (password: string) => call(removeTOTP, { body: { password } });
export const sendRenewCodes = (password: string) => call(renewRecoveryCodes, { body: { password } });
