import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { permitSSO } from '@snimok/contract/people/single-sign-on';
import {
  createStaffMember,
  endStaffSessions,
  listStaff,
  readStaffNotices,
  resetStaffFactors,
  resetStaffPassword,
  setStaffMemberDisabled,
  type StaffMember,
  updateStaffMember,
} from '@snimok/contract/people/staff';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { pollIntervalOf } from '../../platform/letters/letter.ts';

export type Member = z.output<typeof StaffMember>;

export const staffQuery = (offset: number) =>
  queryOptions({
    queryKey: ['staff', offset],
    queryFn: () => call(listStaff, { query: fromOffset(offset) }),
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.staff.map(({ letter }) => letter) ?? []),
  });

/** Refreshes the settings too, because the own rights are part of them. */
const useStaffMutation = <Input>(mutationFn: (input: Input) => Promise<unknown>) =>
  useMutation({ mutationFn, onSuccess: useRefresh(['staff'], ['settings']) });

export const useCreateMember = () =>
  useStaffMutation((body: BodyOf<typeof createStaffMember>) => call(createStaffMember, { body }));

export const useUpdateMember = (accountID: number) =>
  useStaffMutation((body: BodyOf<typeof updateStaffMember>) =>
    call(updateStaffMember, { params: { accountID }, body }),
  );

export const useReadNotices = () => useStaffMutation(() => call(readStaffNotices));

/** What can be done with an account besides changing it. */
export type AccountAction =
  'disable' | 'enable' | 'end-sessions' | 'permit-sso' | 'reset-factors' | 'reset-password';

export interface ChosenAction {
  member: Member;
  action: AccountAction;
}

export const useAccountAction = () =>
  useStaffMutation(({ member: { accountID }, action }: ChosenAction) => {
    const params = { accountID };
    switch (action) {
      case 'disable':
      case 'enable':
        return call(setStaffMemberDisabled, { params, body: { disabled: action === 'disable' } });
      case 'end-sessions':
        return call(endStaffSessions, { params });
      case 'permit-sso':
        return call(permitSSO, { params });
      case 'reset-factors':
        return call(resetStaffFactors, { params });
      case 'reset-password':
        return call(resetStaffPassword, { params });
    }
  });
