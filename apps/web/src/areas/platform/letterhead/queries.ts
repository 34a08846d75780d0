import { getIdentity, updateIdentity } from '@snimok/contract/administration/centre-identity';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';

/** Loaded each time the form opens, and never refetched while it is open. */
export const editedIdentityQuery = queryOptions({
  queryKey: ['identity', 'to-edit'],
  queryFn: () => call(getIdentity),
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

interface IdentityDraft {
  name: string;
  legalName: string;
  address: string;
  phones: string[];
  hours: string;
  licence: string;
  website: string;
  version: number;
  /** a data URL; null removes the logo, undefined keeps it */
  logo?: string | null | undefined;
}

/** Returns what was saved, with the version of the next change. */
export const useSaveIdentity = () =>
  useMutation({
    mutationFn: async (body: IdentityDraft) => {
      await call(updateIdentity, { body });
      return call(getIdentity);
    },
  });
