import { getAssistantSettings, getDoctorSettings } from '@snimok/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/call.ts';

const RARELY_MS = 10 * 60_000;

export const assistantSettingsQuery = queryOptions({
  queryKey: ['settings', 'assistant'],
  queryFn: () => call(getAssistantSettings),
  staleTime: RARELY_MS,
});

export const doctorSettingsQuery = queryOptions({
  queryKey: ['settings', 'doctor'],
  queryFn: () => call(getDoctorSettings),
  staleTime: RARELY_MS,
});
