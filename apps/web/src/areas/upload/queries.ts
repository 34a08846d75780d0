import { getUpload, startUpload } from '@snimok/contract/uploads';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/call.ts';
import { isLive } from '../../shared/realtime/events.ts';

/** spec.md §9 */
const POLL_MS = 1000;
/** While events tell how far it is; one of them may still get lost. */
const SELDOM_MS = 5000;

/** While the server is at work, asked every second, in a tab behind others too: the result is waited for. */
export const processingQuery = (uploadUUID: string) =>
  queryOptions({
    queryKey: ['uploads', uploadUUID],
    queryFn: () => call(getUpload, { params: { uploadUUID } }),
    refetchInterval: ({ state }) => {
      if (state.data?.status === 'processed') return false;
      return isLive() ? SELDOM_MS : POLL_MS;
    },
    refetchIntervalInBackground: true,
    staleTime: 0,
  });

/** The files of an interrupted upload. Starting an upload that is under way begins nothing and answers that one. */
export const unfinishedQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['uploads', 'unfinished', studyID],
    queryFn: () => call(startUpload, { params: { studyID } }),
    staleTime: 0,
    gcTime: 0,
  });
