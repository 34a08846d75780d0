import {
  createDoctor,
  type Client as ClientSchema,
  type ClientSort,
  type FeatureFlag,
  getDoctor,
  listDoctors,
  listDropdownDoctors,
  resetDoctorPassword,
  updateDoctor,
} from '@snimok/contract/people/doctors';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { pollIntervalOf } from '../../platform/letters/letter.ts';

export type Client = z.output<typeof ClientSchema>;
export type ListedClient = ResponseOf<typeof listDoctors>['doctors'][number];
type ClientOrder = z.output<typeof ClientSort>;
export type Flag = z.output<typeof FeatureFlag>;

export const doctorsQuery = (sortedBy: ClientOrder, offset: number) =>
  queryOptions({
    queryKey: ['doctors', 'all', { sortedBy, offset }],
    queryFn: () => call(listDoctors, { query: { sortedBy, with: 'totals', ...fromOffset(offset) } }),
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.doctors.map(({ letter }) => letter) ?? []),
  });

export const doctorQuery = (doctorID: number) =>
  queryOptions({
    queryKey: ['doctors', doctorID],
    queryFn: () => call(getDoctor, { params: { doctorID } }),
    refetchInterval: ({ state }) => pollIntervalOf([state.data?.letter ?? null]),
  });

/** All clients, for selection. There can be thousands, so they are loaded at most once a minute. */
export const dropdownDoctorsQuery = queryOptions({
  queryKey: ['doctors', 'dropdown'],
  queryFn: async () => (await call(listDropdownDoctors)).doctors,
  staleTime: 60_000,
});

export const useCreateDoctor = () =>
  useMutation({
    mutationFn: (body: { name: string; email: string; featureFlags: Flag[] }) => call(createDoctor, { body }),
    onSuccess: useRefresh(['doctors'], ['studies', 'counters']),
  });

/** The client's name is also in the lists of patients and studies. */
export const useUpdateDoctor = (doctorID: number) =>
  useMutation({
    mutationFn: (body: { name: string; featureFlags: Flag[] }) =>
      call(updateDoctor, { params: { doctorID }, body }),
    onSuccess: useRefresh(['doctors'], ['patients'], ['studies']),
  });

export const useResetPassword = (doctorID: number) =>
  useMutation({
    mutationFn: () => call(resetDoctorPassword, { params: { doctorID } }),
    onSuccess: useRefresh(['doctors']),
  });
