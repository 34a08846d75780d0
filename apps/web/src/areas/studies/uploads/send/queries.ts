import { getStudy } from '@snimok/contract/studies/studies';
import { getUpload, startUpload } from '@snimok/contract/studies/uploads';
import { queryOptions } from '@tanstack/react-query';
import { call, CallProblem } from '../../../../shared/calls/call.ts';
import { isLive } from '../../../../shared/realtime/events.ts';
import { isSentByTab } from './uploads.ts';

/** product 10.4 */
const POLL_MS = 1000;
/**
 * The polling interval while realtime events report the progress. Polling continues, because an event can be
 * lost.
 */
const LIVE_POLL_MS = 5000;

/** The upload was stopped. */
export const isGone = (reason: unknown): boolean => reason instanceof CallProblem && reason.status === 404;

/**
 * The state of an upload: what was found in its files, and its processing. Polled in a hidden tab too, because the user is
 * waiting for the result.
 */
export const uploadQuery = (uploadUUID: string) =>
  queryOptions({
    queryKey: ['uploads', uploadUUID],
    queryFn: () => call(getUpload, { params: { uploadUUID } }),
    refetchInterval: ({ state }) => {
      const { data, error } = state;
      if (data?.status === 'processed' || isGone(error)) return false;
      return isLive() ? LIVE_POLL_MS : POLL_MS;
    },
    refetchIntervalInBackground: true,
    staleTime: 0,
  });

/** How often the store is listed while a page shows an upload that is sent elsewhere. */
const SENDER_POLL_MS = 3000;

/** Who sends an upload that this tab does not send; an older server does not say it. */
export const senderQuery = (studyID: number, uploadUUID: string) =>
  queryOptions({
    queryKey: ['uploads', uploadUUID, 'sender'],
    queryFn: async () => {
      const { status, sender } = await call(getUpload, { params: { uploadUUID }, query: { sender: 'true' } });
      return { status, sender, inTab: await isSentByTab(studyID) };
    },
    refetchInterval: ({ state }) =>
      state.data && state.data.status !== 'uploading' ? false : isGone(state.error) ? false : SENDER_POLL_MS,
    staleTime: 0,
    gcTime: 0,
  });

/** The files of an interrupted upload: starting an upload that already exists returns it unchanged. */
export const unfinishedQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['uploads', 'unfinished', studyID],
    queryFn: () => call(startUpload, { params: { studyID } }),
    staleTime: 0,
    gcTime: 0,
  });

export const studyQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['studies', studyID],
    queryFn: () => call(getStudy, { params: { studyID } }),
  });
