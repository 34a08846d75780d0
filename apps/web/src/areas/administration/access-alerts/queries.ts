import {
  type AccessAlert,
  acknowledgeAccessAlert,
  listAccessAlerts,
  resumeSuspendedAccount,
} from '@snimok/contract/people/access-alerts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { unlessLive } from '../../../shared/realtime/events.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type Alert = z.output<typeof AccessAlert>;

const POLL_MS = 30_000;

export const accessAlertsQuery = queryOptions({
  queryKey: ['access-alerts'],
  queryFn: () => call(listAccessAlerts),
  refetchInterval: unlessLive(POLL_MS),
});

/** Refreshes the lists of accounts too, because they show who is suspended. */
const useAlertMutation = <Input>(mutationFn: (input: Input) => Promise<unknown>) =>
  useMutation({ mutationFn, onSettled: useRefresh(['access-alerts'], ['staff'], ['doctors', 'people']) });

export const useAcknowledge = () =>
  useAlertMutation((alertID: number) => call(acknowledgeAccessAlert, { params: { alertID } }));

export const useResume = () =>
  useAlertMutation((accountID: number) => call(resumeSuspendedAccount, { params: { accountID } }));
