import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { getPortalHealth, requestBackup } from '@snimok/contract/administration/portal-health';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type Health = ResponseOf<typeof getPortalHealth>;

/** The polling interval while a backup or a restore test runs. */
const POLL_MS = 3_000;
const QUIET_POLL_MS = 60_000;

export const healthQuery = queryOptions({
  queryKey: ['portal-health'],
  queryFn: () => call(getPortalHealth, {}),
  refetchInterval: ({ state: { data } }) =>
    data?.isBackingUp || data?.runs.some(({ outcome }) => outcome === null) ? POLL_MS : QUIET_POLL_MS,
});

export const useRequestBackup = () =>
  useMutation({ mutationFn: () => call(requestBackup, {}), onSettled: useRefresh(['portal-health']) });
