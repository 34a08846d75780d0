import {
  changeName,
  changePassword,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  type Session as SessionSchema,
} from '@snimok/contract/people/profile';
import type { Passkey as PasskeySchema } from '@snimok/contract/people/passkeys';
import {
  addPasskey,
  getSecondFactors,
  removePasskey,
  removeTOTP,
  renewRecoveryCodes,
  startPasskey,
  startTOTP,
} from '@snimok/contract/people/second-factors';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { createPasskey } from '../../../shared/passkeys/passkeys.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type Session = z.output<typeof SessionSchema>;
export type Passkey = z.output<typeof PasskeySchema>;

export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: () => call(getProfile) });
export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: () => call(listSessions),
});
export const factorsQuery = queryOptions({
  queryKey: ['profile', 'factors'],
  queryFn: () => call(getSecondFactors),
});

export const useChangeName = () =>
  useMutation({
    mutationFn: (name: string) => call(changeName, { body: { name } }),
    onSuccess: useRefresh(['profile'], ['me']),
  });

/** Reads factors and sessions again. */
export const useRefreshProfile = () => useRefresh(['profile']);

/** Ends one session, or all others without an id. */
export const useEndSessions = () =>
  useMutation({
    mutationFn: (sessionUUID: string | null) =>
      sessionUUID === null ? call(endOtherSessions) : call(endSession, { params: { sessionUUID } }),
    onSettled: useRefreshProfile(),
  });

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

export const sendAddPasskey = async ({ name, password }: { name: string; password: string }) => {
  const credential = await createPasskey(await call(startPasskey, { body: { password } }));
  return call(addPasskey, { body: { name, credential } });
};
export const sendRemovePasskey = (passkeyUUID: string, password: string) =>
  call(removePasskey, { params: { passkeyUUID }, body: { password } });
