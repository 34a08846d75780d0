import {
  getPortalSettings,
  restartPortal,
  sendTestLetter,
  updatePortalSettings,
} from '@snimok/contract/administration/portal-settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';

/** Never fetched again while a form is open. */
export const portalSettingsQuery = queryOptions({
  queryKey: ['portal-settings'],
  queryFn: () => call(getPortalSettings),
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export type Changes = Record<string, string | null>;

export const useSaveSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { changes: Changes; version: number }) => {
      await call(updatePortalSettings, { body });
      await client.fetchQuery(portalSettingsQuery);
    },
  });
};

export const useTestLetter = () =>
  useMutation({ mutationFn: (body: Record<string, string>) => call(sendTestLetter, { body }) });

export const useRestart = () => useMutation({ mutationFn: () => call(restartPortal) });
