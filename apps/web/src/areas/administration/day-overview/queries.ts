import { mailBooking, markArrived, markMissed } from '@snimok/contract/reception/schedule';
import { resetDoctorPassword } from '@snimok/contract/people/doctors';
import { mailExternalShare } from '@snimok/contract/viewing/external-shares';
import {
  getOverview,
  markStudyArrived,
  type Overview as OverviewSchema,
  type OverviewDay,
} from '@snimok/contract/administration/day-overview';
import { confirmStudyPatient, mailStudy } from '@snimok/contract/studies/studies';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { useEvent } from '../../../shared/realtime/events.ts';
import type { StudyFacts } from './entry.tsx';

export type Overview = z.output<typeof OverviewSchema>;
export type Day = z.output<typeof OverviewDay>;
export type Attention = Overview['attention'];
export type Mismatch = Attention['mismatches']['items'][number];
export type Held = NonNullable<Attention['heldUploads']>['items'][number];
export type Letter = Attention['letters']['items'][number];

/** There is no event when an upload stops sending bytes, a letter is given up, or the day ends. */
const TIME_MS = 30_000;

export const overviewQuery = (day: Day) =>
  queryOptions({
    queryKey: ['overview', 'day', day],
    queryFn: () => call(getOverview, { query: { day } }),
    refetchInterval: TIME_MS,
  });

/** Events refresh the overview too, a moment later. */
export function useRefreshOverview() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: ['overview'] }), [client]);
}

/** The progress of each upload, without a request for each of its steps. */
export function useLiveProgress() {
  const client = useQueryClient();
  useEvent('upload_progress', ({ uploadUUID, status, progress }) => {
    if (status !== 'processing') return;
    client.setQueriesData<Overview>({ queryKey: ['overview', 'day'] }, (overview) => {
      if (!overview?.processing.items.some((item) => item.uploadUUID === uploadUUID)) return overview;
      const items = overview.processing.items.map((item) =>
        item.uploadUUID === uploadUUID ? { ...item, progress } : item,
      );
      return { ...overview, processing: { ...overview.processing, items } };
    });
  });
}

/** Records the arrival of a booked patient whose study was created without the booking. */
export const requestArrival = (bookingID: number, { studyID, type, patientID, doctorID }: StudyFacts) =>
  call(markArrived, { params: { bookingID }, body: { studyID, patientID, doctorID, studyType: type } });

export const requestArrivalOf = (studyID: number) => call(markStudyArrived, { params: { studyID } });

export const requestMissed = (bookingID: number, missed: boolean) =>
  call(markMissed, { params: { bookingID }, body: { missed } });

export const requestConfirmation = (studyID: number, reason: string) =>
  call(confirmStudyPatient, { params: { studyID }, body: { reason } });

/** Sends the letter again; a letter with a password gets a new one, because passwords are not stored. */
export function requestLetter({ subject }: Letter): Promise<unknown> {
  switch (subject.kind) {
    case 'study':
      return call(mailStudy, { params: { studyID: subject.studyID } });
    case 'booking':
      return call(mailBooking, { params: { bookingID: subject.booking.bookingID } });
    case 'password':
      return call(resetDoctorPassword, { params: { doctorID: subject.doctorID } });
    case 'external-share':
      return call(mailExternalShare, {
        params: { studyID: subject.studyID, shareUUID: subject.shareUUID },
      });
  }
}
