import { cancelSegmentation, getSegmentation, requestSegmentation } from '@snimok/contract/segmentation';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/call.ts';

const POLL_MS = 2000;

export const segmentationQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['segmentation', studyID],
    queryFn: () => call(getSegmentation, { params: { studyID } }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? POLL_MS : false,
  });

export function useSegmentationRequest(studyID: number) {
  const client = useQueryClient();
  const { queryKey } = segmentationQuery(studyID);
  const options = { params: { studyID } };
  return {
    start: useMutation({
      mutationFn: () => call(requestSegmentation, options),
      onSuccess: (state) => client.setQueryData(queryKey, state),
    }),
    cancel: useMutation({
      mutationFn: () => call(cancelSegmentation, options),
      onSuccess: (state) => client.setQueryData(queryKey, state),
    }),
  };
}
