import { getAssistantSettings, getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';

const STALE_MS = 10 * 60_000;

export const assistantSettingsQuery = queryOptions({
  queryKey: ['settings', 'assistant'],
  queryFn: () => call(getAssistantSettings),
  staleTime: STALE_MS,
});

export const doctorSettingsQuery = queryOptions({
  queryKey: ['settings', 'doctor'],
  queryFn: () => call(getDoctorSettings),
  staleTime: STALE_MS,
});
