import {
  cancelSegmentation,
  decideSegmentation,
  getSegmentation,
  getSegmentationFile,
  requestSegmentation,
} from '@snimok/contract/viewing/segmentation-review';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';

const POLL_MS = 2000;

export const segmentationQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['segmentation', studyID],
    queryFn: () => call(getSegmentation, { params: { studyID } }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? POLL_MS : false,
  });

export const segmentationFileURL = (studyID: number, file: string): string =>
  `/api/1${getSegmentationFile.url.replace(':studyID', String(studyID)).replace(':file', file)}`;

/** `replaces`: when the segmentation on the screen was finished, or 'none', so that two tabs start only one. */
export const startSegmentation = (studyID: number, replaces: string) =>
  call(requestSegmentation, { params: { studyID }, query: { replaces } });

export const endSegmentation = (studyID: number) => call(cancelSegmentation, { params: { studyID } });

export const decideOnSegmentation = (
  studyID: number,
  { finishedAt }: { finishedAt: string | null },
  decisions: BodyOf<typeof decideSegmentation>['decisions'],
) => call(decideSegmentation, { params: { studyID }, body: { finishedAt: finishedAt ?? '', decisions } });

export function useSegmentationRequest(studyID: number) {
  const client = useQueryClient();
  const { queryKey } = segmentationQuery(studyID);
  return {
    start: useMutation({
      mutationFn: (replaces: string) => startSegmentation(studyID, replaces),
      onSuccess: (state) => client.setQueryData(queryKey, state),
    }),
    cancel: useMutation({
      mutationFn: () => endSegmentation(studyID),
      onSuccess: (state) => client.setQueryData(queryKey, state),
    }),
  };
}
