import {
  createExternalShare,
  deleteExternalShare,
  type ExternalShare,
  getExternalShareLink,
  listExternalShares,
  mailExternalShare,
  type ShareFlag,
} from '@snimok/contract/external-shares';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';
import { pollIntervalOf } from '../letters/letter.ts';

export type Share = z.output<typeof ExternalShare>;
export type Flag = z.output<typeof ShareFlag>;

export const sharesQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['shares', studyID],
    queryFn: async () => (await call(listExternalShares, { params: { studyID } })).shares,
    // the counts are always refetched, because a recipient may have opened a link since the last request
    staleTime: 0,
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.map(({ letter }) => letter) ?? []),
  });

function useRefreshShares(studyID: number) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['shares', studyID] });
}

export function useShareStudy(studyID: number) {
  const refresh = useRefreshShares(studyID);
  return useMutation({
    mutationFn: (body: { email: string; flags: Flag[]; showMarks: boolean; pin: string | null }) =>
      call(createExternalShare, { params: { studyID }, body }),
    onSuccess: refresh,
  });
}

export function useMailShare(studyID: number, shareUUID: string) {
  const refresh = useRefreshShares(studyID);
  return useMutation({
    mutationFn: () => call(mailExternalShare, { params: { studyID, shareUUID } }),
    onSuccess: refresh,
  });
}

/** Refetches the list also after a failure: a colleague may have deleted the share first. */
export function useDeleteShare(studyID: number, shareUUID: string) {
  const refresh = useRefreshShares(studyID);
  return useMutation({
    mutationFn: () => call(deleteExternalShare, { params: { studyID, shareUUID } }),
    onSettled: refresh,
  });
}

/** The link is a secret, so it is requested when it is copied, and never cached. */
export const requestLink = (studyID: number, shareUUID: string) =>
  call(getExternalShareLink, { params: { studyID, shareUUID } });
