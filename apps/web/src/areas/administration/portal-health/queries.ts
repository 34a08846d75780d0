import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { getPortalHealth, requestBackup } from '@snimok/contract/administration/portal-health';
import { cancelUpdate, lookForUpdates, requestUpdate } from '@snimok/contract/administration/portal-updates';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type Health = ResponseOf<typeof getPortalHealth>;

/** The polling interval while a backup, a restore test or an update runs. */
const POLL_MS = 3_000;
const QUIET_POLL_MS = 60_000;

export const healthQuery = queryOptions({
  queryKey: ['portal-health'],
  queryFn: () => call(getPortalHealth, {}),
  refetchInterval: ({ state: { data } }) =>
    data?.isBackingUp || data?.update.step || data?.runs.some(({ outcome }) => outcome === null)
      ? POLL_MS
      : QUIET_POLL_MS,
});

export const useRequestBackup = () =>
  useMutation({ mutationFn: () => call(requestBackup, {}), onSettled: useRefresh(['portal-health']) });

/** Reloads the state after a refused request, too: another administrator may have requested the update. */
const useUpdateMutation = <Variables = void>(mutationFn: (variables: Variables) => Promise<unknown>) =>
  useMutation({ mutationFn, onSettled: useRefresh(['portal-health']) });

export const useRequestUpdate = () =>
  useUpdateMutation((body: { version: string; when: 'now' | 'tonight' }) => call(requestUpdate, { body }));
export const useCancelUpdate = () => useUpdateMutation(() => call(cancelUpdate, {}));
export const useLookForUpdates = () => useUpdateMutation(() => call(lookForUpdates, {}));
