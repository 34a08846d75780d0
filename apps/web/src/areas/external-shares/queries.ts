import {
  createExternalShare,
  deleteExternalShare,
  type ExternalShare,
  getExternalShareLink,
  listExternalShares,
  mailExternalShare,
  type ShareFlag,
} from '@snimok/contract/external-shares';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';
import { useRefresh } from '../../shared/use-refresh.ts';
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

const useRefreshShares = (studyID: number) => useRefresh(['shares', studyID]);

export const useShareStudy = (studyID: number) =>
  useMutation({
    mutationFn: (body: { email: string; flags: Flag[]; showMarks: boolean; pin: string | null }) =>
      call(createExternalShare, { params: { studyID }, body }),
    onSuccess: useRefreshShares(studyID),
  });

export const useMailShare = (studyID: number, shareUUID: string) =>
  useMutation({
    mutationFn: () => call(mailExternalShare, { params: { studyID, shareUUID } }),
    onSuccess: useRefreshShares(studyID),
  });

/** Refetches the list also after a failure: a colleague may have deleted the share first. */
export const useDeleteShare = (studyID: number, shareUUID: string) =>
  useMutation({
    mutationFn: () => call(deleteExternalShare, { params: { studyID, shareUUID } }),
    onSettled: useRefreshShares(studyID),
  });

/** The link is a secret, so it is requested when it is copied, and never cached. */
export const requestLink = (studyID: number, shareUUID: string) =>
  call(getExternalShareLink, { params: { studyID, shareUUID } });
