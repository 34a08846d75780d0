import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import {
  confirmErasure,
  countErasures,
  listErasures,
  refuseErasure,
  requestErasure,
  withdrawErasure,
} from '@snimok/contract/administration/erasures';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type Erasure = ResponseOf<typeof listErasures>['erasures'][number];

/** The polling interval of the list while data are being deleted. */
const POLL_MS = 3_000;
const WAITING_POLL_MS = 60_000;

export const erasuresQuery = (offset: number) =>
  queryOptions({
    queryKey: ['erasures', 'list', offset],
    queryFn: () => call(listErasures, { query: fromOffset(offset) }),
    refetchInterval: ({ state }) =>
      state.data?.erasures.some(({ status }) => status === 'running') ? POLL_MS : WAITING_POLL_MS,
  });

export const waitingErasuresQuery = queryOptions({
  queryKey: ['erasures', 'waiting'],
  queryFn: () => call(countErasures),
  refetchInterval: WAITING_POLL_MS,
});

const useErasureMutation = <Input>(mutationFn: (input: Input) => Promise<unknown>) =>
  useMutation({ mutationFn, onSuccess: useRefresh(['erasures']) });

export const useRequestErasure = () =>
  useErasureMutation((body: BodyOf<typeof requestErasure>) => call(requestErasure, { body }));

/** `stop` ends a confirmed erasure that has not begun: by the call of `withdraw` for its author, and of `refuse` for others. */
export type Decision = 'confirm' | 'refuse' | 'withdraw' | 'stop';

export interface ChosenDecision {
  erasure: Erasure;
  decision: Decision;
}

export const useDecision = () =>
  useErasureMutation(({ erasure: { erasureUUID, isOwn }, decision }: ChosenDecision) => {
    const params = { erasureUUID };
    if (decision === 'confirm') return call(confirmErasure, { params });
    const isOfAuthor = decision === 'withdraw' || (decision === 'stop' && isOwn);
    return isOfAuthor ? call(withdrawErasure, { params }) : call(refuseErasure, { params });
  });
