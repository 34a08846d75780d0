import {
  getBilling,
  getStatistics,
  type Statistics as StatisticsSchema,
  type StatisticsDay,
  type StatisticsStep,
} from '@snimok/contract/administration/statistics';
import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';

export type Statistics = z.output<typeof StatisticsSchema>;
export type Step = Statistics['steps'][number];
export type NamedCount = Statistics['clients']['items'][number];

export interface Period {
  /** YYYY-MM-DD, both included */
  from: string;
  to: string;
}

export const statisticsQuery = (query: Period & { step: StatisticsStep; by: StatisticsDay }) =>
  queryOptions({ queryKey: ['statistics', query], queryFn: () => call(getStatistics, { query }) });

export const billingQuery = (month: string) =>
  queryOptions({
    queryKey: ['statistics', 'billing', month],
    queryFn: () => call(getBilling, { query: { month } }),
  });

/**
 * The previous figures stay, dimmed, until the figures of another period have loaded. Figures are not worth
 * polling.
 */
export function useFigures<Answer, Key extends QueryKey>(
  options: UseQueryOptions<Answer, Error, Answer, Key>,
) {
  const { data, isPaused, isPlaceholderData } = useQuery({
    ...options,
    staleTime: 60_000,
    placeholderData: keepPreviousData as never,
    throwOnError: (_reason, query) => query.state.data === undefined,
  });
  // without a connection the figures of another period would stay below the new one
  return { figures: isPaused && isPlaceholderData ? undefined : data, waiting: isPlaceholderData };
}
