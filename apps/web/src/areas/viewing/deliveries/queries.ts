import {
  type Delivery,
  listDeliveries,
  listDestinations,
  requestDelivery,
} from '@snimok/contract/viewing/deliveries';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type DeliveryToProgram = z.output<typeof Delivery>;

interface OneStudy {
  patientID: number;
  studyID: number;
}

const POLL_MS = 5_000;

export const destinationsQuery = queryOptions({
  queryKey: ['deliveries', 'destinations'],
  queryFn: () => call(listDestinations),
  staleTime: 60_000,
});

/** Polled while a delivery is under way. */
export const deliveriesQuery = ({ patientID, studyID }: OneStudy) =>
  queryOptions({
    queryKey: ['deliveries', 'of-study', studyID],
    queryFn: () => call(listDeliveries, { params: { patientID, studyID } }),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'queued' || status === 'sending')
        ? POLL_MS
        : false,
  });

export const useRequestDelivery = (study: OneStudy) =>
  useMutation({
    mutationFn: (destinationID: number) => call(requestDelivery, { params: study, body: { destinationID } }),
    onSettled: useRefresh(deliveriesQuery(study).queryKey),
  });
