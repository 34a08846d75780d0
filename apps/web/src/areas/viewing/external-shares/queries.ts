import type { BodyOf } from '@snimok/contract/platform/endpoint';
import {
  createExternalShare,
  createOwnExternalShare,
  deleteExternalShare,
  deleteOwnExternalShare,
  type ExternalShare,
  getExternalShareLink,
  getOwnExternalShareLink,
  listExternalShares,
  listOwnExternalShares,
  mailExternalShare,
  mailOwnExternalShare,
  type ShareFlag,
} from '@snimok/contract/viewing/external-shares';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { pollIntervalOf } from '../../platform/letters/letter.ts';

export type Share = z.output<typeof ExternalShare>;
export type Flag = z.output<typeof ShareFlag>;

/** The study that is shared, and on which side: a doctor shares own patients' studies. */
export interface Scope {
  studyID: number;
  side: 'assistant' | 'doctor';
}

const ENDPOINTS = {
  assistant: {
    list: listExternalShares,
    create: createExternalShare,
    remove: deleteExternalShare,
    mail: mailExternalShare,
    link: getExternalShareLink,
  },
  doctor: {
    list: listOwnExternalShares,
    create: createOwnExternalShare,
    remove: deleteOwnExternalShare,
    mail: mailOwnExternalShare,
    link: getOwnExternalShareLink,
  },
};

export const sharesQuery = ({ studyID, side }: Scope) =>
  queryOptions({
    queryKey: ['shares', studyID],
    queryFn: () => call(ENDPOINTS[side].list, { params: { studyID } }),
    // the counts are always refetched, because a recipient may have opened a link since the last request
    staleTime: 0,
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.shares.map(({ letter }) => letter) ?? []),
  });

const useRefreshShares = ({ studyID }: Scope) => useRefresh(['shares', studyID]);

export const useShareStudy = (scope: Scope) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof createExternalShare>) =>
      call(ENDPOINTS[scope.side].create, { params: { studyID: scope.studyID }, body }),
    onSuccess: useRefreshShares(scope),
  });

const ofShare = ({ studyID }: Scope, shareUUID: string) => ({ params: { studyID, shareUUID } });

export const useMailShare = (scope: Scope, shareUUID: string) =>
  useMutation({
    mutationFn: () => call(ENDPOINTS[scope.side].mail, ofShare(scope, shareUUID)),
    onSuccess: useRefreshShares(scope),
  });

/** Refetches the list also after a failure: a colleague may have deleted the share first. */
export const useDeleteShare = (scope: Scope, shareUUID: string) =>
  useMutation({
    mutationFn: () => call(ENDPOINTS[scope.side].remove, ofShare(scope, shareUUID)),
    onSettled: useRefreshShares(scope),
  });

/** The link is a secret, so it is requested when it is copied, and never cached. */
export const requestLink = (scope: Scope, shareUUID: string) =>
  call(ENDPOINTS[scope.side].link, ofShare(scope, shareUUID));
