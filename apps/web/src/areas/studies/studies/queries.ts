import type { BodyOf } from '@snimok/contract/platform/endpoint';
import {
  type DoctorStudy,
  downloadOwnStudy,
  downloadStudy,
  listPatientStudies,
  listStudies,
  mailStudy,
  setExaminedAt,
  type Study,
  type StudySort,
  updateStudy,
} from '@snimok/contract/studies/studies';
import { getCounters, getCountersByDay, type StudiesOfDay } from '@snimok/contract/studies/study-counters';
import { downloadStudies } from '@snimok/contract/studies/bulk-downloads';
import { getDisc, requestDisc } from '@snimok/contract/studies/discs';
import { listSeries } from '@snimok/contract/viewing/series-thumbnails';
import { openOwnViewer, openViewer } from '@snimok/contract/viewing/online-viewer';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { unlessLive } from '../../../shared/realtime/events.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { REFRESH_MS } from '../../../shared/lists/use-list.ts';
import { pollIntervalOf } from '../../platform/letters/letter.ts';
import { restorePollInterval } from './restoring.tsx';

export type AssistantStudy = z.output<typeof Study>;
export type OwnStudy = z.output<typeof DoctorStudy>;
export type CountOfDay = z.output<typeof StudiesOfDay>;
export type Sort = z.output<typeof StudySort>;

/** The month, as YYYY-MM-01, or the day of the upload or of the examination; without any, the whole period. */
export interface PeriodFilters {
  filterPeriod?: string;
  filterDay?: string;
  examinedPeriod?: string;
  examinedDay?: string;
}

export interface StudyList extends PeriodFilters {
  offset: number;
  sortedBy: Sort;
  filterStatus?: AssistantStudy['status'];
}

/** Polled, because colleagues change the same studies. */
export const countersQuery = queryOptions({
  queryKey: ['studies', 'counters'],
  queryFn: () => call(getCounters),
  refetchInterval: unlessLive(REFRESH_MS),
});

/** Numbers of whole weeks: polled once a minute and not refreshed by events. */
export const countersByDayQuery = queryOptions({
  queryKey: ['studies', 'by-day'],
  queryFn: () => call(getCountersByDay),
  staleTime: 60_000,
  refetchInterval: 60_000,
});

export const studiesQuery = ({ offset, ...list }: StudyList) =>
  queryOptions({
    queryKey: ['studies', 'all', { offset, ...list }],
    queryFn: () => call(listStudies, { query: { ...list, ...fromOffset(offset) } }),
  });

export const patientStudiesQuery = (patientID: number, offset = 0) =>
  queryOptions({
    queryKey: ['studies', 'of-patient', patientID, { offset }],
    queryFn: () =>
      call(listPatientStudies, {
        params: { patientID },
        query: { sortedBy: 'examinedAt.desc', ...fromOffset(offset) },
      }),
    refetchInterval: ({ state }) =>
      restorePollInterval(state.data) ||
      pollIntervalOf(state.data?.studies.map(({ letter }) => letter) ?? []),
  });

/** Refetches lists, counters and patients, which depend on every study. */
export function useRefreshStudies() {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['studies'] }),
        client.invalidateQueries({ queryKey: ['patients'] }),
      ]),
    [client],
  );
}

export const useUpdateComment = (studyID: number) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof updateStudy>) => call(updateStudy, { params: { studyID }, body }),
    // after a refusal too: a colleague's comment has to be seen
    onSettled: useRefreshStudies(),
  });

export const useSetExaminedAt = (studyID: number) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof setExaminedAt>) => call(setExaminedAt, { params: { studyID }, body }),
    // after a refusal too: a colleague's date has to be seen
    onSettled: useRefreshStudies(),
  });

export const useMailStudy = (studyID: number) =>
  useMutation({
    mutationFn: () => call(mailStudy, { params: { studyID } }),
    onSuccess: useRefreshStudies(),
  });

export const requestDownload = (studyID: number) => call(downloadStudy, { params: { studyID } });

/** One ZIP of several studies. A study alone is downloaded as itself, because that download can be resumed. */
export async function requestDownloads(studyIDs: number[]): Promise<{ presignedURL: string }> {
  const [only] = studyIDs;
  if (only !== undefined && studyIDs.length === 1) return requestDownload(only);
  const query = new URLSearchParams({ studyIDs: studyIDs.join(',') });
  return { presignedURL: `/api/1${downloadStudies.url}?${query}` };
}

/** The series with their thumbnails; polled while the thumbnails are being made. */
export const seriesQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['studies', studyID, 'series'],
    queryFn: () => call(listSeries, { params: { studyID } }),
    refetchInterval: ({ state }) => state.data?.making === true && THUMBNAILS_POLL_MS,
  });

const THUMBNAILS_POLL_MS = 3000;

/** The description of the study comes with the session, which saves a round trip. */
const WITH_STUDY = { study: 'true' } as const;

export const requestViewer = (studyID: number) =>
  call(openViewer, { params: { studyID }, query: WITH_STUDY });

export const requestOwnViewer = (patientID: number, studyID: number) =>
  call(openOwnViewer, { params: { patientID, studyID }, query: WITH_STUDY });

/** The calls for the disc of a study, for assistants and doctors alike. */
export const discCalls = (studyID: number) => ({
  request: () => call(requestDisc, { params: { studyID } }),
  read: () => call(getDisc, { params: { studyID } }),
});

export const requestOwnDownload = (patientID: number, studyID: number) =>
  call(downloadOwnStudy, { params: { patientID, studyID } });
