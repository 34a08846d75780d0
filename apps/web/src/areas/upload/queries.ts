import { getUpload, startUpload } from '@snimok/contract/uploads';
import { queryOptions } from '@tanstack/react-query';
import { call, CallProblem } from '../../shared/call.ts';
import { isLive } from '../../shared/realtime/events.ts';

/** spec.md §9 */
const POLL_MS = 1000;
/**
 * The polling interval while realtime events report the progress. Polling continues, because an event can be
 * lost.
 */
const LIVE_POLL_MS = 5000;

/**
 * The state of an upload: what was found in its files, and its processing. Polled in a hidden tab too, because the user is
 * waiting for the result.
 */
export const uploadQuery = (uploadUUID: string) =>
  queryOptions({
    queryKey: ['uploads', uploadUUID],
    queryFn: () => call(getUpload, { params: { uploadUUID } }),
    refetchInterval: ({ state }) => {
      // 404: it was stopped
      const { data, error } = state;
      if (data?.status === 'processed' || (error instanceof CallProblem && error.status === 404))
        return false;
      return isLive() ? LIVE_POLL_MS : POLL_MS;
    },
    refetchIntervalInBackground: true,
    staleTime: 0,
  });

/** The files of an interrupted upload: starting an upload that already exists returns it unchanged. */
export const unfinishedQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['uploads', 'unfinished', studyID],
    queryFn: () => call(startUpload, { params: { studyID } }),
    staleTime: 0,
    gcTime: 0,
  });
